import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Installation } from '../installation/installation.ts'
import type { Session } from './session.ts'
import { pinnedImages } from './stand-ins.ts'

/** The images that infra/Dockerfile of a version makes. */
function targetsOf({ source }: Pick<Session, 'source'>): string[] {
  const text = readFileSync(join(source, 'infra/Dockerfile'), 'utf8')
  return [...text.matchAll(/^FROM \w+ AS (\S+)\nLABEL /gm)].map(([, name = '']) => name)
}

export interface BuiltImage {
  name: string
  megabytes: number
}

/**
 * Builds every image and returns what each weighs. Compose builds those that it runs, all at once; what they share is
 * there for the others.
 */
export async function buildImages(session: Session, { compose, docker }: Installation) {
  const { prefix, tag } = session.images
  await compose('--profile', '*', 'build', '--quiet')
  const targets = targetsOf(session)
  if (targets.includes('home')) {
    const [from, as] = ['--file=infra/Dockerfile', `--tag=${prefix}/home:${tag}`]
    await docker('build', '--quiet', from, '--target=home', as, ...standInsOf(session), '.')
  }
  const built: BuiltImage[] = []
  for (const name of targets) {
    const size = await docker(
      'image',
      'inspect',
      '--format',
      '{{.Size}}',
      `${prefix}/${name}:${tag}`,
    )
    built.push({ name, megabytes: Math.round(Number(size) / 1_000_000) })
  }
  return built
}

/** Has a build take stand-ins in place of the pinned images. */
export function standInsOf({ source, standIns }: Session): string[] {
  const { node = '', postgres = '' } = pinnedImages(source)
  return [node, postgres].flatMap(pinned => {
    const standIn = standIns[pinned]
    return standIn === undefined ? [] : [`--build-context=${pinned}=docker-image://${standIn}`]
  })
}
