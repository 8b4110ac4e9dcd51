import type { PayloadClass } from '@paygate/contracts';
import { schemaOf } from '@paygate/contracts';

/** Renders the views of one class: the fields that it declares. Those that only a newer service knows stay inside. */
export function viewsOf<View extends object>(cls: PayloadClass<View>): (fields: View) => View {
  const declared = new Set(schemaOf(cls).fields.map(({ name }) => name));
  return (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => declared.has(name))) as View;
}
