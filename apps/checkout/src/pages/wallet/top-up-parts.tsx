import type { WalletTopUpView } from '@paygate/contracts';
import { maskedText } from '@paygate/typed-input';
import { stateOfTopUp } from './filling.js';
import { operatorNames } from '../fields.js';
import type { WalletContext } from './frame.js';

interface Props {
  readonly context: WalletContext;
  readonly topUp: WalletTopUpView;
}

/** A top-up without an outcome: what the user does now. The script follows it; without script the link asks again. */
export function PendingTopUp({ context, topUp, path }: Props & { readonly path: string }) {
  const { texts, dialCodes } = context;
  const { ofWallet } = texts;
  const dialCode = dialCodes.get(topUp.operator);
  return (
    <div data-follow={`${path}/state`} data-state={stateOfTopUp(topUp)}>
      <h2 tabIndex={-1} data-outcome>
        {topUp.awaitsApproval ? ofWallet.topUpWaiting : ofWallet.topUp}
      </h2>
      {topUp.awaitsApproval ? (
        <>
          <p role="status">
            {ofWallet.topUpApprove(maskedText(topUp.phoneMasked), operatorNames[topUp.operator] ?? '')}
          </p>
          {dialCode !== undefined && <p>{texts.dial(dialCode)}</p>}
        </>
      ) : (
        <p role="status">{ofWallet.topUpUnderWay}</p>
      )}
      <a class="button" href={path}>
        {texts.checkAgain}
      </a>
    </div>
  );
}

/** The reason for which a top-up failed. */
export function FailedTopUp({ context: { texts }, topUp }: Props) {
  const { reasons, nothingMoved, topUpFailed } = texts.ofWallet;
  return (
    <div role="status">
      <h2>{topUpFailed}</h2>
      <p>
        {reasons[topUp.failure?.code ?? ''] ?? texts.reasonUnknown} {nothingMoved}
      </p>
    </div>
  );
}
