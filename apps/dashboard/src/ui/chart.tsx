import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/language.js';
import css from './chart.module.css';
import { Table } from './table.js';

/** A value of a chart, with the words for it. */
export interface Point {
  /** Its place, such as a day. */
  readonly at: string;
  /** From 0; null where there is none. */
  readonly value: number | null;
  readonly text: string;
  /** Another value of the same place to compare with, such as the period before. */
  readonly before?: Pick<Point, 'value' | 'text'>;
}

interface ChartProps {
  /** The name of the places, such as days, and of the counted quantity. */
  readonly place: string;
  readonly measure: string;
  /** The name of `before`; absent without it. */
  readonly earlier?: string;
  readonly points: readonly Point[];
  /** The value at the top; the largest one when absent. */
  readonly top?: number;
  readonly topText: string;
}

const WIDTH = 600;
const HEIGHT = 160;
const GAP = 0.25;

/** Bars over time, with the same values as a table. */
export function TimeChart({ points, topText, ...props }: ChartProps): ReactNode {
  const largest = Math.max(...points.flatMap(({ value, before }) => [value ?? 0, before?.value ?? 0]));
  const top = props.top ?? largest;
  const step = WIDTH / Math.max(points.length, 1);
  const heightOf = (value: number | null): number => (top === 0 ? 0 : ((value ?? 0) / top) * HEIGHT);
  return (
    <figure className={css['figure']}>
      <div className={css['top']} aria-hidden="true">
        {topText}
      </div>
      <svg
        className={css['plot']}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={props.measure}
      >
        {points.map(({ at, value, text, before }, index) => (
          <g key={at}>
            <title>{`${at}: ${text}`}</title>
            {before !== undefined && (
              <Bar x={index * step} width={step} height={heightOf(before.value)} look={css['before']} />
            )}
            <Bar
              x={index * step + (step * GAP) / 2}
              width={step * (1 - GAP)}
              height={heightOf(value)}
              look={css['bar']}
            />
          </g>
        ))}
      </svg>
      <div className={css['ends']} aria-hidden="true">
        <span>{points.at(0)?.at}</span>
        <span>{points.at(-1)?.at}</span>
      </div>
      <Twin points={points} {...props} />
    </figure>
  );
}

interface BarProps {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly look: string | undefined;
}

function Bar({ x, width, height, look }: BarProps): ReactNode {
  return <rect className={look} x={x} y={HEIGHT - height} width={width} height={height} />;
}

/** Shares of a whole as bars beside their names, largest first, with the same values as a table. */
export function ShareChart({ points, ...props }: Omit<ChartProps, 'topText'>): ReactNode {
  const largest = Math.max(...points.map(({ value }) => value ?? 0));
  return (
    <figure className={css['figure']}>
      <div className={css['shares']} role="img" aria-label={props.measure}>
        {points.map(({ at, value, text }) => (
          <div key={at} className={css['share']}>
            <span>{at}</span>
            <span className={css['shareText']}>{text}</span>
            <svg className={css['shareBar']} viewBox="0 0 100 1" preserveAspectRatio="none">
              <rect className={css['bar']} width={largest === 0 ? 0 : ((value ?? 0) / largest) * 100} height={1} />
            </svg>
          </div>
        ))}
      </div>
      <Twin points={points} {...props} />
    </figure>
  );
}

type TwinProps = Pick<ChartProps, 'place' | 'measure' | 'earlier' | 'points'>;

function Twin({ place, measure, earlier, points }: TwinProps): ReactNode {
  const { t } = useLanguage();
  const columns = [
    { title: place, cell: ({ at }: Point) => at },
    { title: measure, numeric: true, cell: ({ text }: Point) => text },
  ];
  const compared = { title: earlier ?? '', numeric: true, cell: ({ before }: Point) => before?.text ?? '–' };
  return (
    <details>
      <summary className={css['summary']}>{t.overview.asTable}</summary>
      <Table
        name={measure}
        rows={points}
        keyOf={({ at }) => at}
        columns={earlier === undefined ? columns : [...columns, compared]}
      />
    </details>
  );
}
