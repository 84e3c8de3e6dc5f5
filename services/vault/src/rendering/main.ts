import { parentPort } from 'node:worker_threads'
import { searchVector } from './lexemes.ts'
import { renderNote } from './markdown.ts'
import type { Rendered, RenderTask } from './renderer.ts'

// The rendering thread: reports that it is ready, then renders each note it receives.
parentPort?.on('message', ({ text, part }: RenderTask) => {
  const note = renderNote(text, part)
  const names = note === undefined ? [] : [note.title ?? '', ...note.aliases]
  const rendered: Rendered = {
    note,
    search: part === undefined ? searchVector(names, note?.text ?? '') : '',
    names: searchVector(names, ''),
  }
  parentPort?.postMessage(rendered, [])
})
parentPort?.postMessage('ready', [])
