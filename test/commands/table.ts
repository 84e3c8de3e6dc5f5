/** How we know that a command in the docs works. */
export type Proof =
  /** The test of this table runs it. */
  | { here: true }
  /** A test, or CI, runs it; `runs` is text of that file. */
  | { by: string; runs: string }
  /** It cannot run in the tests; `instead` is the file that checks something close to it. */
  | { cannot: string; instead: string; runs: string }

/** Commands that `npm run containers` runs on a Docker engine, in this file of proofs. */
function inContainers(name: string, commands: readonly string[]): Record<string, Proof> {
  const by = `tools/containers/proofs/${name}.proof.ts`
  return Object.fromEntries(commands.map(command => [command, { by, runs: command }]))
}
const kubectl = 'test/deployment/kubernetes-commands.kubectl.test.ts'
const cluster: Proof = {
  cannot: 'it needs a cluster; kubectl parses it, and the objects it names exist',
  instead: kubectl,
  runs: 'documentedCommands',
}
const recovery = (runs: string): Proof => ({
  by: 'services/operations/test/recovery/command.test.ts',
  runs,
})
const recoverStack = (runs: string): Proof => ({
  by: 'tools/local-stack/test/recovery/recover-stack.test.ts',
  runs,
})
const measures = (part: string, runs: string): Proof => ({
  cannot: 'it runs for minutes, and needs an idle machine',
  instead: `${part}/bench/${runs}.ts`,
  runs: 'import',
})
const stack = (runs: string): Proof => ({ by: 'tools/local-stack/test/stack.test.ts', runs })
const ci = (runs: string): Proof => ({ by: '.github/workflows/test.yml', runs })
const vaultPage: Proof = { by: 'services/vault/test/readme.test.ts', runs: 'vault-api/README.md' }
const ownPage: Proof = {
  by: 'services/vault/test/readme.test.ts',
  runs: 'services/vault/README.md',
}

/** Every command on our pages. A new one needs a row. */
export const proofs: Record<string, Proof> = {
  'npm test': { by: '.ci/run', runs: 'npm test' },
  'npm start': stack('launchStack'),
  'npm start -- --fresh': stack("'--fresh'"),
  'npm start -- --demo': { by: 'tools/local-stack/test/demo-stack.ts', runs: "'--demo'" },
  'npm run dev': stack("'--dev'"),
  'npm run doctor': stack("'--doctor'"),
  'npm run licences': ci('npm run licences'),
  'npm run audit': ci('npm run audit'),
  'npm run containers': { by: '.github/workflows/nightly.yml', runs: 'npm run containers' },
  'npm run containers -- --short': { by: '.ci/run', runs: 'npm run containers -- --short' },
  'npm run sbom': { here: true },
  'npm run release -- 1.2.0': {
    by: 'test/commands/commands.test.ts',
    runs: "run('npm run release -- 1.2.0')",
  },
  'npm run pictures': {
    cannot: 'it writes the pictures of the README, which a person reviews',
    instead: 'tools/local-stack/test/write-pictures.ts',
    runs: 'startDemoStack',
  },
  'npm run pictures -- --golden': {
    cannot: 'it writes the pictures that screens are compared with, which a person reviews',
    instead: 'services/web/test/write-golden.ts',
    runs: 'takePictures',
  },
  'npm run lighthouse': {
    cannot: 'its scores depend on the load of the machine',
    instead: 'tools/local-stack/test/rate-pages.ts',
    runs: 'startDemoStack',
  },
  'npm run bench': measures('packages/fairness', 'fairness'),
  'npm run bench -- changes': measures('tools/chaos', 'changes'),
  'npm run bench -- fairness': measures('packages/fairness', 'fairness'),
  'npm run bench -- pages': measures('services/web', 'pages'),
  'npm run bench -- pages --copies 1,2,4': measures('services/web', 'pages'),
  'npm run bench -- vault': measures('services/vault', 'vault'),
  'npm run bench -- vault-api': measures('packages/vault-api', 'vault-api'),
  'npm run bench -- webhook-ingest': measures('services/webhook-ingest', 'webhook-ingest'),
  'npm run bench -- webhook-ingest --copies 1,2,4': measures(
    'services/webhook-ingest',
    'webhook-ingest',
  ),
  'npm run bench -- chaos [--seed N] [--steps N] [--check-every N]': measures(
    'tools/chaos',
    'chaos',
  ),
  'pnpm test': ci('npx --yes pnpm@10.34.9 --filter @night-routine/wording test'),
  'node ../../scripts/package-test.js': {
    by: 'packages/wording/package.json',
    runs: '"test": "node ../../scripts/package-test.js"',
  },
  'npx --yes pnpm@10.34.9': ci('npx --yes pnpm@10.34.9'),
  'openssl rand -base64 32': { here: true },

  'node --conditions=night-routine src/main.ts': {
    by: 'tools/local-stack/src/stack.ts',
    runs: 'mainOf',
  },
  'node --conditions=night-routine test/write-table.ts': {
    by: 'services/webhook-ingest/test/notification-table.test.ts',
    runs: 'readme',
  },
  'node --conditions=night-routine packages/wording/test/write-messages.ts': {
    by: 'packages/wording/test/languages.test.ts',
    runs: 'messages',
  },
  'node_modules/node/bin/node --conditions=night-routine test/write-docs.ts': {
    by: 'test/docs.test.ts',
    runs: 'writtenDocs',
  },

  ...inContainers('documented', [
    'sh infra/prepare.sh',
    'sh infra/check.sh',
    'vi .env',
    'docker compose up -d',
    'docker compose up -d --build',
    'docker compose ps',
    'docker compose logs --since 10m web',
    'docker compose restart caddy',
    'docker compose up -d --scale web=2 --scale webhook-ingest=2 --scale scheduler-worker=2',
    'docker restart night-routine-web-1',
    'docker system df',
    'docker compose run --rm doctor',
  ]),
  ...inContainers('bad-input', [
    'docker compose logs check settings migrate',
    'ACCEPT_LOST_KEY=true docker compose up -d',
  ]),
  ...inContainers('recovery', [
    'docker compose run --rm backup node dist/main.js backup',
    'docker compose logs backup',
    'docker compose run --rm backup node dist/main.js check /data/FILE',
    'docker compose cp backup:/data/. ./backups',
    'docker compose stop web webhook-ingest scheduler-worker publisher vault',
    'docker compose rm --stop --force check postgres',
    'docker volume rm night-routine_postgres',
    'docker compose run --rm backup node dist/main.js restore /data/FILE',
    'docker compose run --rm --user "$(id -u)" -v "$PWD"/backups:/backups:ro backup node dist/main.js restore /backups/FILE',
    'docker compose run --rm backup node dist/main.js restored 2026-11-20T18:00:00Z',
    'docker compose restart web scheduler-worker publisher vault',
    'docker compose run --rm migrate node dist/main.js keys --rotate',
    'docker compose run --rm migrate node dist/main.js keys',
  ]),
  'kubectl apply --filename=infra/kubernetes/namespace.yaml': cluster,
  "kubectl --namespace night-routine create secret generic night-routine --from-file=secrets/secret-keys --from-file=secrets/google-client-secret --from-file=secrets/vault-password --from-literal=database-url='postgres://user:password@db.example.org:5432/night_routine?sslmode=verify-full' --from-literal=redis-url='rediss://:password@queue.example.org:6379'":
    { by: kubectl, runs: "' create secret '" },
  'kubectl apply -k infra/kubernetes': cluster,
  'kubectl --namespace night-routine rollout status deployment/web': cluster,
  'kubectl --namespace night-routine delete job migrate --ignore-not-found': cluster,
  'kubectl --namespace night-routine create job backup-now --from=cronjob/backup': {
    by: kubectl,
    runs: "' create job backup-now '",
  },
  'kubectl --namespace night-routine logs --selector=app.kubernetes.io/name=backup': cluster,
  'kubectl --namespace night-routine scale deployment web webhook-ingest scheduler-worker --replicas=0':
    cluster,
  'kubectl --namespace night-routine scale deployment web webhook-ingest scheduler-worker --replicas=2':
    cluster,
  'kubectl --namespace night-routine create job restore --from=cronjob/backup --dry-run=client --output=yaml | kubectl patch --local --filename=- --type=json --output=yaml --patch=\'[{"op":"replace","path":"/spec/template/spec/containers/0/command","value":["node","dist/main.js","restore","/data/FILE"]}]\' | kubectl create --filename=-':
    { by: kubectl, runs: "' create job restore '" },
  "kubectl --namespace night-routine wait pod --for=delete --timeout=2m --selector='app.kubernetes.io/name in (web, webhook-ingest, scheduler-worker)'":
    cluster,
  'kubectl --namespace night-routine wait job/restore --for=condition=complete --timeout=1h':
    cluster,
  'kubectl --namespace night-routine delete job restore': cluster,
  'kubectl --namespace night-routine create job doctor --from=cronjob/doctor': cluster,
  'kubectl --namespace night-routine logs --follow job/doctor': cluster,
  'kubectl --namespace night-routine logs job/restore': cluster,

  'npm run backup': recoverStack("run(env, 'backup')"),
  'npm run backup -- FILE': recoverStack("run(env, 'backup', "),
  'npm run restore -- FILE': recoverStack("run(empty, 'restore', "),
  'npm run keys': recoverStack("run(env, 'keys')"),
  'npm run keys -- --rotate': recovery("'keys', '--rotate'"),
  'openssl rand -hex 32': { here: true },
  'node ../operations/dist/main.js migrate vault': ownPage,
  'node dist/account/main.js add alex@example.org': ownPage,
  'node dist/main.js': ownPage,
  'DATABASE_URL=postgres://… node --conditions=night-routine src/main.ts': {
    by: 'tools/local-stack/src/stack.ts',
    runs: "start('webhook-ingest', mainOf('webhook-ingest'))",
  },
  'vault login --url https://vault.example.org': vaultPage,
  'printf \'%s\\n%s\\n\' "$PASSWORD" "$CODE" | vault login --url … --email a@example.org --password-stdin':
    vaultPage,
  'vault login --print-token': {
    by: 'packages/vault-api/test/command/sign-in.test.ts',
    runs: '--print-token',
  },
  'vault whoami': vaultPage,
  'vault regions': vaultPage,
  'vault vaults list': vaultPage,
  'vault vaults create Notes --region home': vaultPage,
  'vault vaults check Notes': vaultPage,
  'vault sites create --slug our-nights': vaultPage,
  'vault sites slug SITE our-evenings': vaultPage,
  'vault files upload our-nights index.md --into notes': vaultPage,
  'vault files list our-nights': vaultPage,
  'vault files remove our-nights notes/index.md': vaultPage,
  'vault publish': { by: 'packages/vault-api/test/command/publish.test.ts', runs: 'publish' },
  'vault publish ./notes --site our-nights': vaultPage,
  'vault publish ./notes --site our-nights --yes': vaultPage,
  'vault logout': vaultPage,
}
