import multipart from '@fastify/multipart'
import { ChangeRefusal } from '@night-routine/household'
import {
  ImportRefusal,
  previewImport,
  readCsv,
  readNightRoutine,
  saveImport,
  unpackImport,
  type ImportedHousehold,
} from '@night-routine/import'
import { message, type Wording } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { importView, noNames, optionsOf, type NamesForm } from './import-view.ts'

/** Caddy passes bodies of a megabyte on to web; two years of nights are a third of that. */
const mostUploadBytes = 950_000

const text = Type.Optional(Type.String({ maxLength: 1000 }))
const body = Type.Object(
  { packed: Type.String(), parent_a: text, parent_b: text, others: text, apply: text },
  { description: 'Shows what a file would bring in, or brings it in.' },
)

/**
 * Brings in what another program kept, in two steps: a file, and what is in it. The page keeps what was read between the
 * two, so nothing is stored before a person has seen it.
 */
export default async function importing(service: WebService, context: WebContext) {
  const { db, clock } = context
  await service.register(multipart, {
    limits: { fileSize: mostUploadBytes, files: 1, fields: 4, parts: 5, fieldSize: 1000 },
  })

  /** Shows what a file would bring in, or brings it in with `apply`; or says why nothing can come in. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { read: () => Promise<ImportedHousehold>; form?: NamesForm; apply?: boolean },
  ) {
    const { read: readFile, form = noNames, apply = false } = asked
    const { parents } = signedIn(request)
    const { wording } = request
    const takesEvents = context.providers.calendar === 'google'
    const options = { ...optionsOf(form), takesEvents }
    let imported: ImportedHousehold | undefined
    try {
      const found = await readFile()
      imported = found
      if (!apply) {
        const plan = await previewImport(db, found, { ...options, now: clock.now() })
        const view = importView({ imported, form, plan, parents, wording })
        return await reply.page('household/import/import.hbs', view)
      }
      const { changed } = await changeAs(context, request, (trx, by) =>
        saveImport(trx, found, { ...by, options }),
      )
      return await leaveFlash(reply, changed ? 'imported' : 'imported-nothing').redirect('/')
    } catch (error) {
      const trouble = troubleOf(error, wording)
      if (trouble === undefined) throw error
      const view = importView({ imported, form, trouble, parents, wording })
      return reply.code(400).page('household/import/import.hbs', view)
    }
  }

  service.get('/import', async (request, reply) => {
    const { parents } = signedIn(request)
    return reply.page(
      'household/import/import.hbs',
      importView({ parents, wording: request.wording }),
    )
  })

  service.post('/import', async (request, reply) =>
    answer(request, reply, { read: async () => read(await uploaded(request)) }),
  )

  service.post(
    '/import/nights',
    {
      config: { confirm: 'import' },
      schema: { body },
      bodyLimit: 1_000_000,
      // Looking changes nothing.
      preHandler: async request => {
        if (request.body.apply === undefined) request.isConfirmed = true
      },
    },
    async (request, reply) => {
      const { packed, apply, ...names } = request.body
      return answer(request, reply, {
        read: async () => unpackImport(packed),
        form: { ...noNames, ...names },
        apply: apply !== undefined,
      })
    },
  )

  /** The file of a form. @throws ImportRefusal */
  async function uploaded(request: FastifyRequest): Promise<Buffer> {
    if (!request.isMultipart()) throw new ImportRefusal(message('import.fileNeeded'))
    const { RequestFileTooLargeError, PrematureCloseError } = service.multipartErrors
    try {
      const file = await request.file()
      const bytes = await file?.toBuffer()
      if (bytes === undefined || bytes.length === 0)
        throw new ImportRefusal(message('import.fileNeeded'))
      return bytes
    } catch (error) {
      if (error instanceof RequestFileTooLargeError)
        throw Object.assign(
          new ImportRefusal(message('import.tooLarge', { most: mostUploadBytes / 1000 })),
          { cause: error },
        )
      if (error instanceof PrematureCloseError || isMalformed(error))
        throw Object.assign(new ImportRefusal(message('import.fileNeeded')), { cause: error })
      throw error
    }
  }
}

/** The sentence for a refusal; undefined for any other error. */
function troubleOf(error: unknown, { tell }: Wording): string | undefined {
  if (error instanceof ImportRefusal) return tell(error.says)
  if (error instanceof ChangeRefusal)
    return error.faults.map(({ says, text: english }) => (says ? tell(says) : english)).join(' ')
  return undefined
}

// Errors of the parser have no class of their own.
function isMalformed(error: unknown): boolean {
  return error instanceof Error && /^(?:Unexpected end of|Multipart:)/.test(error.message)
}

/** A file with zero bytes is no text, so it is meant to be night-routine's. */
function read(bytes: Buffer): ImportedHousehold {
  return bytes.includes(0) ? readNightRoutine(bytes) : readCsv(bytes)
}
