import t, { type Test } from 'tap'
import { createInstallation, type InstallationOptions } from '../installation/installation.ts'
import { readSession, type Session } from '../engine/session.ts'

/** What `npm run containers` has prepared; without it no proof can run. */
export const session: Session = readSession(process.env['CONTAINERS_SESSION'] ?? '')

/**
 * One named proof. What `run` returns is its figure, which is printed beside its name.
 *
 * @param skip why it cannot be shown on this machine, if so: it is printed and counted as skipped
 * @param milliseconds how long it may take
 */
export function proof(
  name: string,
  run: (t: Test) => Promise<string | void>,
  { skip, milliseconds = 1_200_000 }: { skip?: string | undefined; milliseconds?: number } = {},
): void {
  void t.test(name, { skip: skip ?? false, timeout: milliseconds }, async t => {
    const figure = await run(t)
    if (figure !== undefined) t.comment(`figure: ${figure}`)
  })
}

/** An installation for the proofs of one file, of this version by default, removed at its end. */
export async function install(options: InstallationOptions, version: Session = session) {
  const installation = await createInstallation(version, options)
  t.teardown(() => installation.remove())
  return installation
}

/** Seconds that something took, for a figure. */
export async function timed<T>(work: () => Promise<T>): Promise<{ seconds: string; value: T }> {
  const startedAt = performance.now()
  const value = await work()
  return { seconds: ((performance.now() - startedAt) / 1000).toFixed(1), value }
}
