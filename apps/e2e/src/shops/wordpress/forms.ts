/** A form of the page of orders, as a browser has it. */
export interface Form {
  readonly action: string;
  readonly fields: URLSearchParams;
}

/** The form of a page. */
export async function formOf(address: string): Promise<Form> {
  const page = (await (await fetch(address)).text()).replaceAll('&#038;', '&');
  const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(page) ?? [];
  const fields = [...page.matchAll(/<input type="hidden" name="(paygate_[a-z]+)" value="([^"]*)">/g)];
  return { action, fields: new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value])) };
}

/** Sends a form, from an address of the internet where one is given; returns where it leads, or the page. */
export async function send(
  { action, fields }: Form,
  visitor = '',
): Promise<{ readonly to: string; readonly text: string }> {
  const headers = visitor === '' ? {} : { 'x-visitor': visitor };
  const answer = await fetch(action, { method: 'POST', body: fields, redirect: 'manual', headers });
  return { to: answer.headers.get('location') ?? '', text: await answer.text() };
}
