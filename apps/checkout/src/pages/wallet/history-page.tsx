import type { WalletTransactionView } from '@paygate/contracts';
import type { Movements } from '../../gateway/wallet-api.js';
import { minuteText } from '../../language/formats.js';
import type { WalletContext, WalletProps } from './frame.js';
import { HomeLink, WALLET_PATH, walletAmount } from './frame.js';

interface Props extends WalletProps {
  readonly movements: Movements;
  /** The movement after which the page begins; the newest are shown without it. */
  readonly after: string | undefined;
}

/** The movements of a wallet, newest first, in pages. */
export function HistoryPage({ context, movements: { data, nextCursor }, after }: Props) {
  const { ofWallet } = context.texts;
  return (
    <>
      <h1>{ofWallet.history}</h1>
      {data.length === 0 ? (
        <p>{ofWallet.noMovements}</p>
      ) : (
        <ul class="movements">
          {data.map((movement) => (
            <Movement key={movement.id} context={context} movement={movement} />
          ))}
        </ul>
      )}
      <ul class="links">
        {nextCursor !== null && (
          <li>
            <a href={`${WALLET_PATH}/history?after=${nextCursor}`}>{ofWallet.older}</a>
          </li>
        )}
        {after !== undefined && (
          <li>
            <a href={`${WALLET_PATH}/history`}>{ofWallet.newest}</a>
          </li>
        )}
        <li>
          <a href={statementPath(after)}>{ofWallet.statement}</a>
        </li>
      </ul>
      <HomeLink context={context} />
    </>
  );
}

/** The path of the statement that begins where a page of movements does. */
export function statementPath(after?: string): string {
  return `${WALLET_PATH}/statement${after === undefined ? '' : `?after=${after}`}`;
}

function Movement({
  context,
  movement,
}: {
  readonly context: WalletContext;
  readonly movement: WalletTransactionView;
}) {
  const { merchantName, type, amount, createdAt } = movement;
  const { types } = context.texts.ofWallet;
  return (
    <li>
      <p>
        <span>{merchantName === null ? types[type] : <bdi>{merchantName}</bdi>}</span>{' '}
        <strong>{walletAmount(amount, movement, context)}</strong>
      </p>
      <p class="hint">
        {merchantName !== null && `${types[type]} · `}
        {minuteText(createdAt, context.language)}
      </p>
    </li>
  );
}
