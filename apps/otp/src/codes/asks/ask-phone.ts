import { Injectable } from '@nestjs/common';
import type { AskPhoneCommand, PhoneAsked, Reply } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { IdempotencyRecords } from '@paygate/platform';
import type { OtpAction } from '../budgets/source-caps.js';
import { Admission } from '../challenges/admission.js';
import { AskAdmission } from './ask-admission.js';
import { IssueAsk } from './issue-ask.js';

/** Makes the tokens of asks, within the bounds that protect the owners of phones. Nobody has proved the phone. */
@Injectable()
export class AskPhone {
  constructor(
    private readonly records: IdempotencyRecords<OtpAction>,
    private readonly admission: Admission,
    private readonly askAdmission: AskAdmission,
    private readonly issueAsk: IssueAsk,
  ) {}

  ask(message: Received<AskPhoneCommand>): Promise<Reply<PhoneAsked>> {
    const keyed = this.admission.keyed('ask', message.payload);
    return this.records.once<PhoneAsked>(keyed, async (keep) => {
      const phone = await this.askAdmission.admit(message);
      return phone.ok ? this.issueAsk.issue(message.payload, phone.data, keep) : phone;
    });
  }
}
