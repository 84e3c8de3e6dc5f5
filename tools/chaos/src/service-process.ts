import type { ChildProcess } from 'node:child_process'
import { open, type FileHandle } from 'node:fs/promises'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { end, launch, untilReady } from '@night-routine/servers'

const clock = new URL(`./moved-clock${extname(import.meta.url)}`, import.meta.url).href
/** One service in a separate process, as in production. Its output goes into a file. */
export class ServiceProcess {
  readonly name: string
  readonly #main: string
  readonly #env: NodeJS.ProcessEnv
  readonly #log: string
  readonly #died: (cause: string) => void
  #child: ChildProcess | undefined
  #changing: Promise<void> = Promise.resolve()

  /** `died` is called when the process ends unexpectedly. */
  constructor(options: {
    name: string
    main: string
    env: NodeJS.ProcessEnv
    log: string
    died: (cause: string) => void
  }) {
    this.name = options.name
    this.#main = options.main
    this.#env = options.env
    this.#log = options.log
    this.#died = options.died
  }

  /** The process that runs now. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Starts the process unless it runs, and waits until it is ready. Starts and stops of one process are serialized. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#start())
  }

  /** Kills the process with SIGKILL and starts it again after this time, as a container platform would. */
  kill({ downFor }: { downFor: number }): Promise<void> {
    return this.#inTurn(async () => {
      await this.#end('SIGKILL')
      await sleep(downFor)
      await this.#start()
    })
  }

  /** Ends the process with SIGTERM and starts it again, as an upgrade does. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#end('SIGTERM')
      await this.#start()
    })
  }

  /** Stops the process with SIGSTOP for this time, as a machine that sleeps or swaps does. */
  freeze({ milliseconds }: { milliseconds: number }): Promise<void> {
    return this.#inTurn(async () => {
      const child = this.#child
      child?.kill('SIGSTOP')
      await sleep(milliseconds)
      child?.kill('SIGCONT')
    })
  }

  /** Sends SIGTERM; throws if the process does not exit. */
  stop(): Promise<void> {
    return this.#inTurn(() => this.#end('SIGTERM'))
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#changing.then(work)
    this.#changing = turn.catch(() => undefined)
    return turn
  }

  async #start(): Promise<void> {
    if (this.#child) return
    const log: FileHandle = await open(this.#log, 'a')
    const child = launch(this.#main, {
      execArgv: 'MOVED_CLOCK' in this.#env ? [`--import=${clock}`] : [],
      env: this.#env,
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
    })
    await log.close()
    this.#child = child
    child.once('exit', (code, signal) => {
      if (this.#child !== child) return
      this.#child = undefined
      this.#died(`${this.name} crashed (${signal ?? code})`)
    })
    await untilReady(child, this.name)
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child) return
    this.#child = undefined
    await end(child, this.name, signal)
  }
}
