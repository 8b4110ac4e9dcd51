/** A package as the release sees it. */
export interface Candidate {
  /** `@paygate/node`. */
  readonly name: string;
  readonly version: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
  /** The version that the client sends in `user-agent`, where it does. */
  readonly sentVersion?: string;
}

/** The reasons for which these packages cannot be released together; empty when they can. */
export function releaseFaults(candidates: readonly Candidate[]): readonly string[] {
  return candidates.flatMap((candidate) =>
    [...versionFaults(candidate), ...changelogFaults(candidate), ...peerFaults(candidate, candidates)].map(
      (fault) => `${candidate.name}: ${fault}`,
    ),
  );
}

function versionFaults({ version, sentVersion = version }: Candidate): readonly string[] {
  const faults = /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) ? [] : [`${version} is no version`];
  if (sentVersion !== version) faults.push(`the client says that it is ${sentVersion}, package.json ${version}`);
  return faults;
}

/** The newest entry is the first. */
function changelogFaults({ version, changelog }: Candidate): readonly string[] {
  const [, heading, text = ''] = /^## (\S+)\n(.*?)(?=^## |$(?![^]))/ms.exec(changelog) ?? [];
  if (heading !== version) return [`the newest entry of CHANGELOG.md is ${heading ?? 'missing'}, not ${version}`];
  return text.trim() === '' ? [`the entry ${version} of CHANGELOG.md is empty`] : [];
}

/** Packages of one release fit together. */
function peerFaults({ peerDependencies = {} }: Candidate, candidates: readonly Candidate[]): readonly string[] {
  return candidates.flatMap(({ name, version }) => {
    const range = peerDependencies[name];
    return range === undefined || range === `^${version}` ? [] : [`needs ${name} ${range}, and that is ${version}`];
  });
}
