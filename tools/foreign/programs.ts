import { join } from 'node:path';

/** A program of others: what it is installed by, how it is used, and what that must show. */
export interface Program {
  readonly by: keyof typeof installers;
  /** The packages, pinned. */
  readonly packages: string;
  /** Further programs that this machine must have. */
  readonly needs?: readonly string[];
  /** Lines of a shell that follow the installation. */
  readonly build?: string;
  /** Lines of a shell that use it, with the addresses and keys of the stack in the environment. */
  readonly run?: string;
  /** The last line that it prints. Where absent, its output is shown and its exit code decides. */
  readonly shows?: string;
}

/** The installers of packages into the working directory: the programs that this machine must have, and its line. */
export const installers = {
  pip: {
    needs: ['python3'],
    line: 'python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target packages',
  },
  npm: { needs: ['npm'], line: 'npm install --prefix . --silent --no-audit --no-fund --ignore-scripts' },
  go: { needs: ['go'], line: 'go mod init paygate; go get' },
  cargo: { needs: ['cargo'], line: 'cargo init -q --vcs none --name verify; cargo add -q' },
  maven: { needs: ['java', 'mvn'], line: 'mvn -q dependency:get -Dtransitive=false' },
} as const;

const VERSION = '7.17.0';
const JAR = `~/.m2/repository/org/openapitools/openapi-generator-cli/${VERSION}/openapi-generator-cli-${VERSION}.jar`;
const TSC = join(process.cwd(), 'node_modules/.bin/tsc');
const importAll = `python3 -c '
import importlib, pkgutil, paygate_client as p
for m in pkgutil.walk_packages(p.__path__, "paygate_client."): importlib.import_module(m.name)'`;

const openapiGenerator = (language: string, properties: string, compile: string, ...needs: string[]): Program => ({
  ...{ by: 'maven', packages: `-Dartifact=org.openapitools:openapi-generator-cli:${VERSION}`, needs },
  build: `java -jar ${JAR} generate -i ../openapi-3.0.json -g ${language} -o . --additional-properties=${properties}
    ${compile}`,
});

const byPip = (packages: string, run: string, shows: string): Program => ({ by: 'pip', packages, run, shows });

const schemathesis = (name: 'server' | 'dashboard', operations: string): Program => ({
  by: 'pip',
  packages: 'schemathesis==4.32.5',
  run: `packages/bin/schemathesis --config-file ../${name}.toml run "$PAYGATE_URL/openapi.json" --url "$PAYGATE_URL" \
    --tls-verify "$PAYGATE_CA" --checks all --continue-on-failure ${operations} "$@"`,
});

const JUDGED = 'standardwebhooks 30 of 30, svix 30 of 30, stripe 30 of 30';
const PAID = 'paid from a wallet';
const PAGES = `'^/(members|dashboard)'`;

/** The programs by the name of their command. A kind has a folder of this one, which each of its programs gets a copy of. */
export const programs: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  generators: {
    'openapi-python-client': {
      by: 'pip',
      packages: 'openapi-python-client==0.29.1',
      build: `python3 -m openapi_python_client generate --path ../openapi-3.0.json --meta none --output-path paygate_client
        ${importAll}`,
      run: 'python3 pay.py',
      shows: PAID,
    },
    'oapi-codegen': {
      by: 'go',
      packages: 'github.com/oapi-codegen/runtime@v1.9.0',
      build: `go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 \
          -generate types,client -package paygate -o paygate.go ../openapi-3.0.json
        go mod tidy; go build ./...`,
      run: 'go run ./pay',
      shows: PAID,
    },
    python: openapiGenerator(
      'python',
      'packageName=paygate_client',
      `${installers.pip.line} -r requirements.txt; ${importAll}`,
      'python3',
    ),
    java: openapiGenerator(
      'java',
      'hideGenerationTimestamp=true,disallowAdditionalPropertiesIfNotPresent=false',
      'mvn -q -Dmaven.test.skip=true compile',
    ),
    typescript: openapiGenerator(
      'typescript-fetch',
      'supportsES6=true',
      `${TSC} --noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler \
        --lib es2022,dom index.ts`,
    ),
    go: openapiGenerator(
      'go',
      'packageName=paygate,withGoMod=false,disallowAdditionalPropertiesIfNotPresent=false',
      'rm -rf test; go mod init paygate; go get gopkg.in/validator.v2@v2.0.1; go build .',
      'go',
    ),
  },
  verifiers: {
    python: byPip('standardwebhooks==1.0.0 svix==1.99.1 stripe==16.1.0', 'python3 verify.py', JUDGED),
    node: {
      by: 'npm',
      packages: 'standardwebhooks@1.1.1 svix@1.99.1 stripe@23.1.0',
      run: 'node verify.mjs',
      shows: JUDGED,
    },
    go: {
      by: 'go',
      packages: `github.com/standard-webhooks/standard-webhooks/libraries/go@v0.0.1 \
        github.com/stripe/stripe-go/v82/webhook@v82.5.1 github.com/svix/svix-webhooks/go@v1.44.0`,
      run: 'go run .',
      shows: JUDGED,
    },
    rust: {
      by: 'cargo',
      packages: 'http@1 serde_json@1 standardwebhooks@=1.0.1',
      build: 'cargo add -q serde@1 --features derive; cargo build -q',
      run: 'cargo run -q',
      shows: 'standardwebhooks 30 of 30',
    },
  },
  'momo-clients': {
    'mtn-momo': {
      by: 'npm',
      packages: 'mtn-momo@2.0.0',
      run: 'node pay.mjs',
      shows: 'active, SUCCESSFUL, FAILED UnspecifiedError',
    },
    'mtnmomo-py': byPip('mtnmomo-py==0.1.0', 'python3 pay_mtnmomo.py', 'active, SUCCESSFUL, FAILED APPROVAL_REJECTED'),
    'momo-openapi': byPip('momo-openapi==0.1.2', 'python3 pay_momo_openapi.py', 'SUCCESSFUL, FAILED APPROVAL_REJECTED'),
  },
  schemathesis: {
    server: schemathesis('server', `--exclude-path-regex ${PAGES}`),
    dashboard: schemathesis('dashboard', `--include-path-regex ${PAGES}`),
  },
};
