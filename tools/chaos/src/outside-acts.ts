import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome, Run } from './run-state.ts'
import type { StepOf } from './steps.ts'

type Trouble =
  | StepOf<'kill'>
  | StepOf<'restart'>
  | StepOf<'freeze'>
  | StepOf<'restart-postgresql'>
  | StepOf<'flush-redis'>
  | StepOf<'stop-redis'>
  | StepOf<'answer'>
  | StepOf<'slow'>
  | StepOf<'cut'>
  | StepOf<'expire-sync-tokens'>
  | StepOf<'notifications'>
  | StepOf<'expire-channel'>
  | StepOf<'pause'>

const api = '^/calendar/'

/** Failures and delays. */
export async function makeTrouble(run: Run, step: Trouble): Promise<Outcome> {
  const { control, processes, servers } = run.stack
  switch (step.kind) {
    case 'kill':
      beside(run, processes[step.service].kill({ downFor: step.milliseconds }))
      break
    case 'restart':
      beside(run, processes[step.service].restart())
      break
    case 'freeze':
      beside(run, processes[step.service].freeze({ milliseconds: step.milliseconds }))
      break
    case 'restart-postgresql':
      beside(run, servers.restartPostgres())
      break
    case 'flush-redis':
      beside(run, servers.flushRedis())
      break
    case 'stop-redis':
      beside(run, servers.stopRedis({ downFor: step.milliseconds }))
      break
    case 'answer': {
      const { path = '', ...fault } = step.fault as { path?: string; status: number }
      await control.fail({ ...fault, path: api + (path && `.*${path}`), count: step.times })
      break
    }
    case 'slow': {
      const { milliseconds, times, after } = step
      const when = after ? 'after' : 'before'
      await control.delay({ path: api, milliseconds, when, count: times })
      break
    }
    case 'cut':
      await control.drop({ path: api, when: step.after ? 'after' : 'before', count: step.times })
      break
    case 'expire-sync-tokens':
      await control.expireSyncTokens()
      break
    case 'notifications':
      await control.notifications({ mode: step.mode })
      break
    case 'expire-channel':
      await control.expireChannel()
      break
    case 'pause':
      await sleep(step.milliseconds)
      break
  }
  return 'accepted'
}

function beside(run: Run, work: Promise<void>): void {
  work.catch(() => undefined) // reported when the run settles
  run.background.push(work)
}
