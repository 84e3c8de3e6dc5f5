import type { Queue } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { usualReachMs, type Backend } from './backend.ts'
import { channel } from '../kinds/channel.ts'
import { notify } from '../kinds/notify.ts'
import { plan } from '../kinds/plan.ts'
import { publish } from '../kinds/publish.ts'
import { pull } from '../kinds/pull.ts'
import { push } from '../kinds/push.ts'
import { openQueue, prepareBackend } from './open.ts'
import { logOutages, type QueueLogger } from './queue-logger.ts'
import { withinTime } from './within-time.ts'

/** A view into the queues for operators. */
export interface QueueWatch {
  /** The number of jobs in each queue, by state. @throws the connection error when the server is down */
  depths(): Promise<{ queue: string; state: string; jobs: number }[]>
  /** A Fastify plugin with read-only pages that show the queues and their jobs. */
  dashboard(service: FastifyInstance): Promise<void>
  close(): Promise<void>
}

const contracts = [channel, notify, plan, publish, pull, push]
const states = ['waiting', 'active', 'delayed', 'failed'] as const
const closeMs = 1_000

/** Watches all queues of `backend`; it connects on first use. `path` is the path of the dashboard. */
export function watchQueues({
  backend,
  logger,
  path,
}: {
  backend: Backend
  logger: QueueLogger
  path: string
}): QueueWatch {
  let opened: ReturnType<typeof openQueue>[] | undefined

  function queues() {
    opened ??= contracts.map(({ queue: name }) => {
      const queue = openQueue(backend, name)
      queue.on('error', logOutages(logger, name))
      return queue
    })
    return opened
  }

  async function count(): Promise<{ queue: string; state: string; jobs: number }[]> {
    await prepareBackend(backend)
    const counted = queues().map(async queue => {
      const counts = await queue.getJobCounts(...states)
      return states.map(state => ({ queue: queue.name, state, jobs: counts[state] ?? 0 }))
    })
    return (await Promise.all(counted)).flat()
  }

  return {
    depths: () =>
      withinTime(count(), backend.reachMs ?? usualReachMs, 'the queue did not answer in time'),
    async dashboard(service) {
      // Loading the dashboard takes half a second and 10 MB, so only its users pay for it.
      const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] = await Promise.all([
        import('@bull-board/api'),
        import('@bull-board/api/bullMQAdapter'),
        import('@bull-board/fastify'),
      ])
      const server = new FastifyAdapter()
      server.setBasePath(path)
      createBullBoard({
        queues: queues().map(queue => {
          // The dashboard works with both backends; its types know only one.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          return new BullMQAdapter(queue as Queue, { readOnlyMode: true })
        }),
        serverAdapter: server,
      })
      await service.register(server.registerPlugin(), { prefix: path })
    },
    async close() {
      await Promise.allSettled(
        (opened ?? []).map(queue => withinTime(queue.close(), closeMs, 'still closing')),
      )
    },
  }
}
