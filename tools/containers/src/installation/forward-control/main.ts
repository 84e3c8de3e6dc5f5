// Loaded beside the emulator in its container: leads port 8082 to the emulator as a program of the same
// machine, because only those may use its control plane. The port is published on the loopback address.
import { connect, createServer } from 'node:net'

createServer(socket => {
  const emulator = connect(8081, '127.0.0.1')
  socket.pipe(emulator).pipe(socket)
  socket.on('error', () => emulator.destroy())
  emulator.on('error', () => socket.destroy())
}).listen(8082, '0.0.0.0')
