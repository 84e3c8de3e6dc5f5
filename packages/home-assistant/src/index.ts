export { connectBroker, type Broker, type BrokerOptions, type Message } from './broker.ts'
export { BrokerError } from './failure.ts'
export {
  availabilityTopic,
  birthTopic,
  entityMessages,
  noMessages,
  offline,
  online,
  type EntityFacts,
  type Place,
} from './messages.ts'
