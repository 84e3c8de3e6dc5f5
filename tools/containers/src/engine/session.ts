import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What one `npm run containers` has prepared; every proof reads it from a file. */
export interface Session {
  /** The temporary folder that holds everything of this run. */
  folder: string
  /** The repository whose deployment is proved. */
  repository: string
  /** A copy of what git tracks in the repository: what an operator would have cloned. */
  source: string
  /** What the docker command needs: PATH, DOCKER_HOST, DOCKER_CONFIG. */
  engineEnv: Record<string, string>
  engine: { version: string; compose: string; private: boolean }
  /** Local images that take the place of pinned ones, by the pinned reference. Empty where images were pulled. */
  standIns: Record<string, string>
  /** The images to prove; those that this run builds never have the names of a person's installation. */
  images: { prefix: string; tag: string; built: boolean }
  /** Starts the names of everything that this run makes in the engine. */
  projectPrefix: string
}

const fileName = 'session.json'

export function saveSession(session: Session): string {
  const path = join(session.folder, fileName)
  writeFileSync(path, JSON.stringify(session, null, 2))
  return path
}

export function readSession(path: string): Session {
  return JSON.parse(readFileSync(path, 'utf8')) as Session
}
