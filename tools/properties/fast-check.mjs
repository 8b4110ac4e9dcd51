/**
 * fast-check as specs import it: the properties of every run are drawn from one seed, so that a run that fails fails again. Other
 * cases by `PROPERTY_SEED=<number> npm test -- unit`; a failure prints its seed.
 */
import fc from '../../node_modules/fast-check/lib/fast-check.js';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fc;
