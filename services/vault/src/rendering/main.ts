import { parentPort } from 'node:worker_threads'
import { renderNote } from '../routes/pages/markdown.ts'
import { siteMap } from '../routes/pages/site-map.ts'
import type { RenderTask } from './renderer.ts'

// The thread of a renderer: says that it is there, and answers each note with its page.
parentPort?.on('message', ({ text, path, paths, base }: RenderTask) => {
  parentPort?.postMessage(renderNote(text, path, siteMap(paths, base)), [])
})
parentPort?.postMessage('ready', [])
