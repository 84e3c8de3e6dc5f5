import type { Installation } from './installation.ts'

/**
 * Kills the program of a service as the kernel does when memory runs out: not the container, whose first
 * process is Docker's init, but the program below it. Docker then restarts the container by its policy.
 */
export function killProgram(installation: Installation, service: string): Promise<void> {
  return killThose(installation, service, String.raw`'^PPid:\s*1$' /proc/[0-9]*/status`)
}

/** Kills the process of one connection to PostgreSQL. The server ends all connections and recovers. */
export function killDatabaseSession(installation: Installation): Promise<void> {
  // The brackets keep the pattern from finding the shell that holds it.
  return killThose(installation, 'postgres', `-m1 'postgres[:] night_routine' /proc/[0-9]*/cmdline`)
}

/** From a container that sees the processes of the service's: ours may have neither shell nor `kill`. */
async function killThose({ compose, docker }: Installation, service: string, grep: string) {
  const id = (await compose('ps', '--quiet', service)).trim()
  const redis = (await compose('ps', '--all', '--quiet', 'redis')).trim()
  const image = (await docker('inspect', '--format', '{{.Config.Image}}', redis)).trim()
  const script = `set -- $(grep -l ${grep} 2>/dev/null | cut -d/ -f3); test $# -gt 0 && kill -9 $1`
  await docker(
    'run',
    '--rm',
    '--network=none',
    '--user=0',
    `--pid=container:${id}`,
    '--entrypoint=sh',
    image,
    '-c',
    script,
  )
}
