import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Installation } from './installation.ts'
import type { Session } from './session.ts'

/** The images that infra/Dockerfile of a version makes. */
export function targetsOf({ source }: Pick<Session, 'source'>): string[] {
  const text = readFileSync(join(source, 'infra/Dockerfile'), 'utf8')
  return [...text.matchAll(/^FROM \w+ AS (\S+)\nLABEL /gm)].map(([, name = '']) => name)
}

export interface BuiltImage {
  name: string
  megabytes: number
}

/** Builds every image as docker compose does it, all at once, and returns what each weighs. */
export async function buildImages(
  session: Session,
  { compose, docker }: Installation,
): Promise<BuiltImage[]> {
  const { prefix, tag } = session.images
  await compose('--profile', '*', 'build', '--quiet')
  const built: BuiltImage[] = []
  for (const name of targetsOf(session)) {
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
