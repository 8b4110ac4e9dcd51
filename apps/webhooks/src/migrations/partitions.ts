/**
 * Events, their bodies, deliveries and attempts are range-partitioned by the time in the event's id (UUIDv7), so that a whole
 * partition is dropped when its events are older than the retention. The service's role owns no table: it makes and drops
 * partitions through `webhook_retain` only, which takes no argument.
 */
export const PARTITIONS = `
  -- The least id of an event of this time: the first ten digits of an id are its milliseconds since 1970. No event is older.
  CREATE FUNCTION webhook_least_event_id(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT 'evt_' || string_agg(
      substr('0123456789abcdefghjkmnpqrstvwxyz', (greatest(0, extract(epoch FROM at) * 1000)::bigint >> (5 * (9 - digit)) & 31)::int + 1, 1),
      '' ORDER BY digit)
    FROM generate_series(0, 9) AS digit
  $$;

  -- Makes the partitions of the coming ranges, and drops those whose events are older than the retention, unless a delivery in
  -- them is pending. Rows outside every range are in the default partition, which is cleared by the same rule.
  --
  -- The table is locked before its deliveries are looked at: a redelivery that has read a body is then committed, and one that begins
  -- later finds none. The time-out is shorter than that of the deadlock detector, so no other statement is cancelled for this one.
  CREATE FUNCTION webhook_retain() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
  DECLARE
    kept record;
    part record;
    lower_at timestamptz;
    least text;
    has_old boolean;
  BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended('webhook_retain', 0)) THEN RETURN; END IF;
    FOR kept IN SELECT * FROM (VALUES
      ('webhook_body', interval '7 days', interval '30 days', 4, ''),
      ('webhook_event', '28 days', '90 days', 1, ''),
      ('webhook_delivery', '28 days', '90 days', 1, 'WITH (fillfactor = 70)'),
      ('webhook_attempt', '28 days', '90 days', 1, '')) AS kept (relation, width, retained, ahead, storage)
    LOOP
      FOR step IN -1..kept.ahead LOOP
        lower_at := date_bin(kept.width, clock_timestamp(), 'epoch') + step * kept.width;
        BEGIN
          EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) %s',
            kept.relation || to_char(lower_at, '_YYYYMMDD'), kept.relation,
            webhook_least_event_id(lower_at), webhook_least_event_id(lower_at + kept.width), kept.storage);
        EXCEPTION WHEN check_violation THEN
          -- events of this range arrived while it had no partition: they stay in the default partition
        END;
      END LOOP;
      FOR part IN
        SELECT name, webhook_least_event_id(begins) AS lower_id, webhook_least_event_id(begins + kept.width) AS upper_id
        FROM (SELECT c.relname AS name, to_timestamp(right(c.relname, 8), 'YYYYMMDD') AS begins
              FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = kept.relation::regclass AND c.relname ~ '_[0-9]{8}$') AS parts
        WHERE begins + kept.width < clock_timestamp() - kept.retained
      LOOP
        EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', kept.relation);
        IF NOT EXISTS (SELECT FROM webhook_delivery
          WHERE state = 'pending' AND event_id >= part.lower_id AND event_id < part.upper_id)
        THEN
          EXECUTE format('DROP TABLE %I', part.name);
        END IF;
      END LOOP;
      least := webhook_least_event_id(clock_timestamp() - kept.retained);
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE event_id < %L)', kept.relation || '_default', least) INTO has_old;
      IF has_old THEN
        EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', kept.relation);
        EXECUTE format('DELETE FROM %I old WHERE event_id < %L AND NOT EXISTS (
            SELECT FROM webhook_delivery d WHERE d.state = ''pending'' AND d.event_id = old.event_id)',
          kept.relation || '_default', least);
      END IF;
    END LOOP;
  END
  $$;

  SELECT webhook_retain();
`;
