import { attempt } from './program.ts'

/** Removes every container, network, volume and image tag of a run from the engine, by the start of its name. */
export async function removeAll(env: NodeJS.ProcessEnv, prefix: string): Promise<void> {
  const lists = [
    {
      list: ['ps', '--all', '--quiet'],
      filter: `name=${prefix}`,
      remove: ['rm', '--force', '--volumes'],
    },
    { list: ['network', 'ls', '--quiet'], filter: `name=${prefix}`, remove: ['network', 'rm'] },
    {
      list: ['volume', 'ls', '--quiet'],
      filter: `name=${prefix}`,
      remove: ['volume', 'rm', '--force'],
    },
    {
      // By name: by its id, an image would also lose the names that others gave it.
      list: ['images', '--format', '{{.Repository}}:{{.Tag}}'],
      filter: `reference=localhost/${prefix}/*`,
      remove: ['rmi'],
    },
  ]
  for (const { list, filter, remove } of lists) {
    const { stdout } = await attempt('docker', [...list, '--filter', filter], { env })
    const found = [...new Set(stdout.split('\n').filter(Boolean))]
    if (found.length > 0) await attempt('docker', [...remove, ...found], { env })
  }
}
