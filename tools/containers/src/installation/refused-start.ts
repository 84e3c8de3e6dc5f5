import { waitFor } from '@night-routine/servers'
import type { Test } from 'tap'
import type { Installation } from './installation.ts'

const steps = new Set(['check', 'settings', 'roles', 'migrate'])
const ofTheProofs = new Set(['acme', 'google-emulator'])

export interface Refusal {
  /** The sentences, a line each. */
  says: RegExp
  /** The step whose log has them; without one Compose itself says it. */
  step?: 'check' | 'settings' | 'roles' | 'migrate'
  /** What may run all the same, because it does not wait for that step. */
  mayRun?: readonly string[]
}

/**
 * Asserts that `docker compose up -d` fails, says why, and leaves nothing half-started; returns the sentences.
 *
 * @param readLogs the documented command that prints why a step failed
 */
export function refusedStart(
  { compose, docker, project, tryShell }: Installation,
  readLogs: () => Promise<string>,
) {
  const labelled = ['--filter', `label=com.docker.compose.project=${project}`]
  const list = async (...args: string[]) => {
    const format = '{{.Label "com.docker.compose.service"}}'
    const names = (await docker('ps', ...labelled, '--format', format, ...args)).split('\n')
    return names.filter(name => name !== '' && !ofTheProofs.has(name)).toSorted()
  }
  return async (t: Test, { says, step, mayRun = [] }: Refusal): Promise<string> => {
    const { status, stderr } = await tryShell('docker compose up -d', { seconds: 120 })
    t.not(status, 0)
    const printed = step === undefined ? stderr : await readLogs()
    // Compose clears each terminal line first, even without a terminal.
    const all = printed.replaceAll('\u001b[2K', '').split('\n').filter(Boolean)
    const lines = all.flatMap(line => {
      const [, name, args] = /^([a-z]+)-\d+ +\| (.*)$/.exec(line) ?? []
      if (step === undefined) return line
      return name === step && args !== undefined ? args : []
    })
    const sentences = lines.filter(line => says.test(line))
    t.ok(sentences.length > 0, 'says what to do', { printed })
    if (step !== undefined) t.same(sentences, lines, 'and says nothing else')
    // A step that started beside the failed one may still be running.
    const stays = await waitFor('the end of the steps', async () => {
      const names = await list()
      return names.every(name => !steps.has(name)) && names
    })
    const halfStarted = stays.filter(name => !mayRun.includes(name))
    t.same(halfStarted, [], 'nothing is half-started')
    const left = await list('--all')
    if (left.length > 0) await compose('rm', '--stop', '--force', ...new Set(left))
    return sentences.join(' ')
  }
}
