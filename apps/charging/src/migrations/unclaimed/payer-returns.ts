/** The returns of unclaimed money to its payers. One that fails is followed by another one, with an operation of its own. */
export const returns = `
  CREATE TABLE payer_return (
    return_id text COLLATE "C" PRIMARY KEY,
    unclaimed_id text COLLATE "C" NOT NULL REFERENCES unclaimed,
    rail text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    amount bigint NOT NULL CHECK (amount > 0),
    state text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'completed', 'failed')),
    failure_code text COLLATE "C",
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at timestamptz,
    CONSTRAINT payer_return_end CHECK ((state = 'pending') = (ended_at IS NULL)),
    CONSTRAINT payer_return_failure CHECK ((state = 'failed') = (failure_code IS NOT NULL)));
  CREATE UNIQUE INDEX payer_return_once ON payer_return (unclaimed_id) WHERE state <> 'failed'`;

export const returnGuard = `
  CREATE FUNCTION guard_payer_return() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'a return is never deleted';
    ELSIF TG_OP = 'INSERT' THEN
      IF NEW.state <> 'pending' THEN fault := 'a return begins as pending';
      ELSIF NOT EXISTS (SELECT FROM unclaimed u
        WHERE (u.unclaimed_id, u.return_id, u.rail, u.ledger, u.amount, u.state) =
              (NEW.unclaimed_id, NEW.return_id, NEW.rail, NEW.ledger, NEW.amount, 'returning')) THEN
        fault := 'a return is of unclaimed money that is being returned';
      END IF;
    ELSIF (NEW.return_id, NEW.unclaimed_id, NEW.rail, NEW.ledger, NEW.amount, NEW.created_at) IS DISTINCT FROM
          (OLD.return_id, OLD.unclaimed_id, OLD.rail, OLD.ledger, OLD.amount, OLD.created_at) THEN fault := 'what is returned never changes';
    ELSIF OLD.state <> 'pending' THEN fault := 'a return ends once';
    END IF;
    IF fault IS NOT NULL THEN RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER guard_payer_return BEFORE INSERT OR UPDATE OR DELETE ON payer_return
    FOR EACH ROW EXECUTE FUNCTION guard_payer_return()`;
