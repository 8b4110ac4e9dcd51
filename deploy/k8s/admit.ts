/**
 * Puts the manifests before the API server of a cluster of which `kubectl` has the rights of an administrator. In a namespace with Pod
 * Security `restricted` it must admit each overlay, each combination of two components and all components together, with every pod of
 * their workloads; it must refuse the mutants that are its to refuse, and each disruption budget the second of two evictions. No
 * container runs. The namespace `paygate-admission` is deleted before and afterwards.
 *
 *   node deploy/k8s/admit.ts [--overlays]
 *
 * With `--overlays` it is asked for the overlays only. Exits with 1 when something was admitted that must not be, or refused that must.
 */
import { parseArgs } from 'node:util';
import { outputOf } from '../trial/commands.ts';
import { Admission } from './cluster/admission.ts';
import { tryBudget } from './cluster/budgets.ts';
import { combinations, renderCombination } from './combinations.ts';
import type { Manifest } from './manifests.ts';
import { overlays, readOverlay } from './manifests.ts';
import type { Mutant } from './mutants.ts';
import { mutants, mutate } from './mutants.ts';

const NAMESPACE = 'paygate-admission';
const production = readOverlay('production');
const { values: options } = parseArgs({ options: { overlays: { type: 'boolean', default: false } } });
let broken = 0;

await deleteNamespace();
try {
  const admission = await Admission.in(NAMESPACE, [...production, ...readOverlay('staging')]);
  for (const overlay of overlays) await admitted(admission, `overlay ${overlay}`, readOverlay(overlay));
  if (!options.overlays) await askForOthers(admission);
} finally {
  await deleteNamespace();
}
console.log(broken === 0 ? 'all as it must be' : `${broken} not as it must be`);
process.exitCode = broken === 0 ? 0 : 1;

async function askForOthers(admission: Admission): Promise<void> {
  for (const components of combinations())
    await admitted(admission, `components ${components.join(', ')}`, await renderCombination(components));
  for (const mutant of mutants) await refused(admission, mutant);
  const budgets = production.filter(({ kind }) => kind === 'PodDisruptionBudget');
  for (const budget of budgets)
    report(`second eviction of ${budget.metadata.name} refused`, await tryBudget(NAMESPACE, budget, production));
}

async function admitted(admission: Admission, what: string, manifests: readonly Manifest[]): Promise<void> {
  const { objects, pods, untried, refusals } = await admission.askFor(manifests);
  const besides = untried.length === 0 ? '' : `; not asked for ${untried.join(', ')}, which the cluster does not know`;
  report(`${what}: ${objects} objects and ${pods} pods admitted${besides}`, refusals);
}

/** Mutants without a refusal are left to the rules, and admitted. */
async function refused(admission: Admission, mutant: Mutant): Promise<void> {
  const { objects, refusals, untried } = await admission.askFor([mutate(production, mutant).changed]);
  if (objects === 0) {
    console.log(`– ${mutant.what}: left out, because the cluster does not know ${untried.join()}`);
    return;
  }
  const text = refusals.join('\n');
  const isAsExpected = mutant.refusal === undefined ? text === '' : text.includes(mutant.refusal);
  const outcome = mutant.refusal === undefined ? 'admitted, and refused by the rules' : 'refused';
  report(`${mutant.what}: ${outcome}`, isAsExpected ? [] : [text === '' ? 'it was admitted' : text]);
}

function report(what: string, faults: readonly string[]): void {
  console.log(`${faults.length === 0 ? '✓' : '✗'} ${what}`);
  for (const fault of faults) console.log(`    ${fault}`);
  if (faults.length > 0) broken += 1;
}

async function deleteNamespace(): Promise<void> {
  await outputOf('kubectl', ['delete', 'namespace', NAMESPACE, '--ignore-not-found']);
}
