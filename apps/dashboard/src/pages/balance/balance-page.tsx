import type { CurrencyBalance } from '@paygate/api-types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/queries.js';
import { useLanguage } from '../../i18n/language.js';
import { buttonClass } from '../../ui/button.js';
import css from '../../ui/data.module.css';
import { Empty, Loaded } from '../../ui/loaded.js';
import { Card, Facts, Figure, Page } from '../../ui/page.js';
import { StatementCard } from './statement-card.js';

/** The balance of the account by currency, and the times at which amounts become available. */
export function BalancePage(): ReactNode {
  const { t } = useLanguage();
  const balance = useApi('GET /balance', {});
  return (
    <Page title={t.balance.title} lead={t.balance.lead}>
      <nav className={css['pager']} aria-label={t.balance.sections}>
        <Link to="/balance/transactions" className={buttonClass('plain')}>
          {t.balance.transactions}
        </Link>
        <Link to="/balance/day" className={buttonClass('plain')}>
          {t.balance.day}
        </Link>
      </nav>
      <Loaded query={balance}>
        {({ balances }) =>
          balances.length === 0 ? (
            <Empty text={t.balance.empty} />
          ) : (
            balances.map((one) => <CurrencyCard key={one.currency} balance={one} />)
          )
        }
      </Loaded>
      <StatementCard />
      <Card title={t.balance.fees}>
        <p>{t.balance.feesText}</p>
      </Card>
    </Page>
  );
}

function CurrencyCard({ balance }: { readonly balance: CurrencyBalance }): ReactNode {
  const { t, money, time } = useLanguage();
  const { currency, available, pending, owed, held, upcoming } = balance;
  const amount = (of: string): string => money(of, currency);
  return (
    <Card title={currency}>
      <Figure name={t.balance.available} value={amount(available)} />
      <Facts
        rows={[
          // what the API calls pending contains what is held
          [t.balance.pending, amount((BigInt(pending) - BigInt(held)).toString())],
          [t.balance.held, amount(held)],
          ...(owed === '0' ? [] : [[t.balance.owed, amount(owed)] as const]),
          [
            t.balance.upcoming,
            upcoming.length === 0
              ? t.balance.noneComes
              : upcoming.map((one) => <div key={one.at}>{t.balance.comes(amount(one.amount), time(one.at))}</div>),
          ],
        ]}
      />
    </Card>
  );
}
