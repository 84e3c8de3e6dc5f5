import type { Environment } from '@night-routine/service'
import { diagnose } from './diagnose.ts'
import { report } from './finding.ts'

/**
 * Prints the doctor's findings. It reads the same settings as the worker.
 * @returns the exit code: 1 if it found a fault
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
