import type { Queue } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import { jobKinds, kindNames } from '../kinds.ts'
import { openQueue, prepareBackend } from './open.ts'
import { logOutages, usualReachMs, type Backend, type QueueLogger } from './backend.ts'

/** A view into the queues for operators. */
export interface QueueWatch {
  /** The number of jobs in each queue, by state. @throws the connection error when the server is down */
  depths(): Promise<{ queue: string; state: string; jobs: number }[]>
  /** A Fastify plugin with read-only pages that show the queues and their jobs. */
  dashboard(service: FastifyInstance): Promise<void>
  close(): Promise<void>
}

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
    opened ??= kindNames.map(name => {
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
      pTimeout(count(), {
        milliseconds: backend.reachMs ?? usualReachMs,
        message: 'the queue did not answer in time',
      }),
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
        queues: queues().map((queue, index) => {
          const kind = kindNames[index]
          const description = kind === undefined ? '' : jobKinds[kind].does
          // The dashboard works with both backends; its types know only one.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          return new BullMQAdapter(queue as Queue, { readOnlyMode: true, description })
        }),
        serverAdapter: server,
      })
      await service.register(server.registerPlugin(), { prefix: path })
    },
    async close() {
      await Promise.allSettled(
        (opened ?? []).map(queue => pTimeout(queue.close(), { milliseconds: closeMs })),
      )
    },
  }
}
