import { join } from 'node:path'
import type { Container } from './containers.ts'
import type { Installation } from './installation.ts'
import type { Session } from '../engine/session.ts'
import { pinnedImages } from '../engine/stand-ins.ts'

/** What is tried inside of a container. */
export interface Questions {
  /** Folders to write a file into. */
  writeTo: string[]
  /** `host:port` of where to connect to. */
  connectTo: string[]
}

export interface Process {
  command: string[]
  /** `NAME=value` each. */
  environment: string[]
  /** The lines of /proc/PID/status. */
  status: Record<string, string>
}

/** What was found inside of a container. */
export interface Facts {
  processes: Process[]
  /** `written`, or the code of the error, by folder. */
  written: Record<string, string>
  /** `connected`, or why not, by target. */
  connected: Record<string, string>
}

/**
 * Looks into a running container from a second one that shares its processes and its network. It is root, so
 * what it cannot do, no user in the container can. It brings Node, because our images need not hold any tool.
 */
export async function lookInside(
  { repository, standIns }: Session,
  { docker, project }: Installation,
  { id, service }: Pick<Container, 'id' | 'service'>,
  { writeTo = [], connectTo = [] }: Partial<Questions> = {},
): Promise<Facts> {
  const { node = '' } = pinnedImages(repository)
  const questions: Questions = { writeTo, connectTo }
  const printed = await docker(
    'run',
    '--rm',
    `--name=${project}-beside-${service}`,
    '--user=0:0',
    '--cap-add=SYS_PTRACE',
    `--pid=container:${id}`,
    `--network=container:${id}`,
    `--volume=${join(repository, 'tools/containers/src')}:/src:ro`,
    '--entrypoint=node',
    standIns[node] ?? node,
    '/src/installation/look-inside/main.ts',
    JSON.stringify(questions),
  )
  return JSON.parse(printed) as Facts
}
