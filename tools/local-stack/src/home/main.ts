import {
  closeOnSignal,
  ConfigurationError,
  createLogger,
  sharedServer,
} from '@night-routine/service'
import { readHomeFacts } from '../environment.ts'
import { oneAddress } from './one-address.ts'

const logger = createLogger({ name: 'home' })
try {
  const facts = await readHomeFacts(process.env['DATA_FOLDER'] ?? '', process.env)
  if (facts === undefined) throw new Error('No stack runs from this folder.')
  const { PORT, HOST, PUBLIC_URL = '' } = facts.settings
  // Imported once it listens, because that takes longer than anything else.
  const composing = import('@night-routine/home/composition').then(home => home.compose(facts))
  const answer = oneAddress(PUBLIC_URL, composing)
  const server = sharedServer((request, response) => void answer(request, response))
  server.listen(Number(PORT), HOST)
  closeOnSignal(logger, async () => {
    server.close()
    const composition = await composing.catch(() => undefined)
    await composition?.close()
    server.closeAllConnections()
  })
  await composing
  process.send?.({ ready: true })
} catch (error) {
  if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`)
  else logger.fatal({ err: error }, 'could not start')
  process.exit(1)
}
