import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A file goes to the volume as it arrives, so its room is the only limit. */
const limits = { fileSize: Infinity, files: 2, fields: 20, parts: 22, fieldSize: 8_000 }

/** More than any list of keys. */
const mostKeys = 4_096

/** Takes forms with files on the routes of this part of a service. */
export async function takeUploads(service: FastifyInstance): Promise<void> {
  await service.register(multipart, { limits })
}

/**
 * Reads a form with keys and a backup, in the order of its page. `refuse` hears the code before a file is read.
 * @returns what it refused with, or the files: the backup is still arriving, and undefined if none was chosen
 */
export async function readUpload<Refused>(
  request: FastifyRequest,
  refuse: (code: string) => Promise<Refused | undefined>,
): Promise<{ refused: Refused } | { keys: string; backup: Readable | undefined }> {
  let [code, keys] = ['', '']
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname === 'code') code = String(part.value)
        continue
      }
      const isBackup = part.fieldname === 'backup'
      const refused = keys === '' ? await refuse(code) : undefined
      // A browser sends a file without a name where none was chosen.
      const backup = isBackup && part.filename ? part.file : undefined
      if (refused !== undefined || (isBackup && !backup)) part.file.resume()
      if (refused !== undefined) return { refused }
      if (isBackup) return { keys, backup }
      keys = await startOf(part.file)
    }
  } catch (error) {
    if (!isMalformed(error)) throw error
  }
  return { keys, backup: undefined }
}

/** The first characters of a file, of which everything is read. */
async function startOf(file: Readable): Promise<string> {
  let text = ''
  for await (const chunk of file) if (text.length < mostKeys) text += String(chunk)
  return text.trim()
}

// Errors of the parser have no class of their own.
function isMalformed(error: unknown): boolean {
  return error instanceof Error && /^(?:Unexpected end of|Multipart:)/.test(error.message)
}
