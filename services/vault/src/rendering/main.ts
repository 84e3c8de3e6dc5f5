import { parentPort } from 'node:worker_threads'
import { renderNote } from './markdown.ts'
import { siteMap } from './site-map.ts'
import type { RenderTask } from './renderer.ts'

// The rendering thread: reports that it is ready, then renders each note it receives.
parentPort?.on('message', ({ text, path, paths, base }: RenderTask) => {
  parentPort?.postMessage(renderNote(text, path, siteMap(paths, base)), [])
})
parentPort?.postMessage('ready', [])
