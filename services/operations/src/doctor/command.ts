import type { Environment } from '@night-routine/service'
import { diagnose } from './diagnose.ts'
import { report } from './finding.ts'

/**
 * Prints what the doctor finds in an installation, from the settings of the worker.
 * @returns the exit code: 1 when something does not work
 */
export async function runDoctor({
  env,
  print,
}: {
  env: Environment
  print: (line: string) => void
}): Promise<number> {
  const findings = await diagnose(env)
  print(report(findings))
  return findings.some(({ state }) => state === 'fault') ? 1 : 0
}
