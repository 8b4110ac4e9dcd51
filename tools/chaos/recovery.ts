import { percentile } from '../bench/statistics/statistics.js';
import type { Struck } from './fault-injector.js';

const WIDTH = { what: 22, number: 8 };

export function lineOf({ strike, fault, process: name, inFlight, readyMs, settledMs }: Struck): string {
  const times = `ready after ${seconds(readyMs)} s, settled after ${seconds(settledMs)} s`;
  return `strike ${strike}: ${fault.kind} ${name} with ${inFlight} payments in flight: ${times}`;
}

/** A table with the number of faults and the median and longest recovery times in seconds, by kind and target. */
export function recoveryTable(struck: readonly Struck[]): string {
  const groups = Map.groupBy(struck, ({ fault }) => `${fault.kind} ${fault.target}`);
  const head = row('FAULT', ['TIMES', 'READY', 'LONGEST', 'SETTLED', 'LONGEST']);
  const rows = [...groups].map(([what, times]) => {
    const ready = times.map(({ readyMs }) => readyMs);
    const settled = times.map(({ settledMs }) => settledMs);
    const cells = [ready, settled].flatMap((ms) => [seconds(percentile(ms, 0.5)), seconds(Math.max(...ms))]);
    return row(what, [String(times.length), ...cells]);
  });
  return ['', head, ...rows.sort(), ''].join('\n');
}

function row(what: string, cells: readonly string[]): string {
  return what.padEnd(WIDTH.what) + cells.map((cell) => cell.padStart(WIDTH.number)).join('');
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
