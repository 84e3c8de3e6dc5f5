// All services in one process, as services/home has them, beside a PostgreSQL that chaos restarts.
import { once } from 'node:events'
import { compose, type HomeFacts } from '@night-routine/home/composition'
import { closeOnSignal, createLogger, sharedServer } from '@night-routine/service'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- environments.ts writes it
const facts = JSON.parse(process.env['HOME_FACTS'] ?? '') as HomeFacts
const logger = createLogger({ name: 'home' })
const composition = await compose(facts)
const server = sharedServer((request, response) => composition.answer(request, response))
server.listen(Number(process.env['PORT']), '127.0.0.1')
await once(server, 'listening')
closeOnSignal(logger, async () => {
  server.close()
  await composition.close()
})
process.send?.({ ready: true })
