import type { PointerEvent, ReactNode } from 'react';
import { useState } from 'react';
import { useLanguage } from '../../i18n/language.js';
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
  /** The value at the top of the scale. */
  readonly top: number;
  readonly topText: string;
}

const WIDTH = 600;
const HEIGHT = 160;
const GAP = 0.25;

/** Bars over time. A touch or the mouse shows the values of a place; the same values are there as a table. */
export function TimeChart({ points, top, topText, ...props }: ChartProps): ReactNode {
  const [chosen, setChosen] = useState<number>();
  const shown = points[chosen ?? points.length - 1];
  const choose = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = Math.floor(((clientX - left) / width) * points.length);
    setChosen(Math.max(0, Math.min(points.length - 1, place)));
  };
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
        onPointerDown={choose}
        onPointerMove={choose}
      >
        {points.map(({ at, value, before }, index) => (
          <g key={at} className={index === chosen ? css['chosen'] : ''}>
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
      {shown !== undefined && <Reading of={shown} earlier={props.earlier} />}
      <Twin points={points} {...props} />
    </figure>
  );
}

interface ReadingProps {
  readonly of: Point;
  readonly earlier: string | undefined;
}

/** The values of one place. */
function Reading({ of: { at, text, before }, earlier }: ReadingProps): ReactNode {
  const { named } = useLanguage();
  return (
    <p className={css['reading']} aria-hidden="true">
      <span>{at}</span> <strong>{text}</strong>
      {before !== undefined && earlier !== undefined && <span>{named(earlier, before.text)}</span>}
    </p>
  );
}

/** The lowest of 1, 2, 5, 10, 20 … that is not below a value, as the top of its scale. */
export function scaleTop(largest: number): number {
  if (largest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5].find((step) => step * power >= largest) ?? 10) * power;
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

/** Shares of a whole, the `top`, as bars beside their names, with the same values as a table. */
export function ShareChart({ points, top, ...props }: Omit<ChartProps, 'topText'>): ReactNode {
  return (
    <figure className={css['figure']}>
      <div className={css['shares']} role="img" aria-label={props.measure}>
        {points.map(({ at, value, text }) => (
          <div key={at} className={css['share']}>
            <span>{at}</span>
            <span className={css['shareText']}>{text}</span>
            <svg className={css['shareBar']} viewBox="0 0 100 1" preserveAspectRatio="none">
              <rect className={css['bar']} width={top === 0 ? 0 : ((value ?? 0) / top) * 100} height={1} />
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
