import type { ReactNode } from 'react';
import { useLanguage } from '../../../i18n/language.js';
import { Select } from '../../../ui/form.js';
import type { FileFormat } from './spreadsheet.js';

interface FormatSelectProps {
  readonly format: FileFormat;
  readonly onChange: (format: FileFormat) => void;
}

/** The choice of the kind of file. */
export function FormatSelect({ format, onChange }: FormatSelectProps): ReactNode {
  const { t } = useLanguage();
  return (
    <Select
      label={t.exporting.format}
      name="format"
      value={format}
      onChange={(event) => {
        onChange(event.target.value === 'xlsx' ? 'xlsx' : 'csv');
      }}
      options={[
        ['csv', 'CSV'],
        ['xlsx', 'Excel'],
      ]}
    />
  );
}
