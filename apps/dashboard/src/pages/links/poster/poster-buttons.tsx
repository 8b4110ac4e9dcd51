import type { PaymentLink } from '@paygate/api-types';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../../api/session.js';
import { useLanguage } from '../../../i18n/language.js';
import { Actions, Button } from '../../../ui/button.js';
import { SavingLink } from '../../../ui/data/saving-link.js';
import type { PosterFormat } from './poster.js';
import { poster } from './poster.js';

const FORMATS = ['pdf', 'png'] as const satisfies readonly PosterFormat[];

interface PosterProps {
  readonly link: PaymentLink;
  /** The address of the link. */
  readonly url: string;
  /** The address of its code. */
  readonly codeUrl: string;
}

/** A poster of the link for a counter, as a file to print. It is drawn in the browser. */
export function PosterButtons({ link, url, codeUrl }: PosterProps): ReactNode {
  const { t, money } = useLanguage();
  const { acting, merchants } = useSession();
  const shop = merchants.find(({ id }) => id === acting.merchantId)?.name ?? '';
  const drawing = useMutation({
    mutationFn: async (format: PosterFormat) => {
      const { amount, currency, currencyExponent, description } = link;
      const texts = {
        ...{ shop, about: description ?? '', invitation: t.links.scan, address: url },
        amount: amount === null ? '' : money(amount, currency, currencyExponent),
      };
      return { format, file: await poster(format, codeUrl, texts) };
    },
  });
  return (
    <>
      <Actions>
        {FORMATS.map((format) => (
          <Button
            key={format}
            busy={drawing.isPending}
            onClick={() => {
              drawing.mutate(format);
            }}
          >
            {t.links.posters[format]}
          </Button>
        ))}
        {drawing.data !== undefined && (
          <SavingLink file={drawing.data.file} name={`${link.id}.${drawing.data.format}`}>
            {t.links.savePoster}
          </SavingLink>
        )}
      </Actions>
      {drawing.isError && <p role="alert">{t.links.noPoster}</p>}
    </>
  );
}
