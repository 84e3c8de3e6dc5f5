export { createControl } from './control/client.ts'
export type {
  Control,
  EmulatorCalendar,
  EmulatorChannel,
  EmulatorEvent,
  EventEdit,
  RecordedDelivery,
  RecordedRequest,
} from './control/contract.ts'
export { startEmulator } from './start-emulator.ts'
export type { Emulator, EmulatorOptions } from './start-emulator.ts'
