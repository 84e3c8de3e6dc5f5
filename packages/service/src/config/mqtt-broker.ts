import { readServerAddress, type ServerAddress } from './server-address.ts'

/** `mqtts`: TLS from the start; `mqtt`: no TLS, for a broker in the same network. */
const ports = { mqtt: 1883, mqtts: 8883 }

/** An MQTT broker, as MQTT_URL names it. */
export type MqttBroker = ServerAddress<keyof typeof ports>

/** Reads MQTT_URL, or says what is wrong with it. */
export function readMqttBroker(text: string): MqttBroker | { fault: string } {
  return readServerAddress(text, ports)
}
