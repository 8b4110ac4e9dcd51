import { Injectable } from '@nestjs/common';
import { codeOf, phoneOf } from '@paygate/typed-input';
import { CheckoutConfig } from '../config.js';
import type { Form } from '../forms/form.js';
import { FormRefused } from './form-problems.js';

/** As the page made it. */
const FORM_KEY = /^[A-Za-z0-9_-]{24}$/;

/** Phone numbers of forms. */
@Injectable()
export class TypedPhones {
  constructor(private readonly config: CheckoutConfig) {}

  phoneIn(form: Form): string {
    const read = phoneOf(form['phoneNumber'] ?? '', this.config.PHONE_PREFIX);
    if ('fault' in read) throw new FormRefused(read.fault);
    return read.phoneNumber;
  }
}

/** A code that cannot be the one that was sent takes none of its tries. */
export function codeIn(form: Form, length: number): string {
  const typed = form['code'] ?? '';
  const otp = codeOf(typed, length);
  if (typed.trim() === '') throw new FormRefused('code_missing');
  if (otp.length !== length) throw new FormRefused('code_incomplete');
  return otp;
}

/** The password of a form. */
export function passwordIn(form: Form): string {
  const password = form['password'] ?? '';
  if (password === '') throw new FormRefused('password_missing');
  return password;
}

/** The key that the page has given a form; empty without one. */
export function formKeyOf(form: Form): string {
  const formKey = form['key'] ?? '';
  return FORM_KEY.test(formKey) ? formKey : '';
}
