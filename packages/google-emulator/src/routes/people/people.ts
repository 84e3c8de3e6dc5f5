import type { FastifyPluginAsync } from 'fastify'
import type { Provider } from '../../state/provider.ts'

const people: FastifyPluginAsync<{ provider: Provider }> = async () => {}
export default people
