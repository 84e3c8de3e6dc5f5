// Every image there is: which part of the repository it holds, and what starts it. infra/Dockerfile has
// a target of each name; test/images.test.ts holds the two against each other.

/**
 * @typedef {object} Image
 * @property {string} part the folder of its package
 * @property {string[]} command what runs in it, from the folder of the image
 * @property {string} door the module that the command loads; importing it has no effects
 * @property {boolean} serves whether it stays and answers /readyz
 */

const service = name => ({
  part: `services/${name}`,
  command: ['node', 'dist/main.js'],
  door: 'dist/service.js',
  serves: true,
})

/** @type {Record<string, Image>} */
export const images = {
  web: service('web'),
  'webhook-ingest': service('webhook-ingest'),
  'scheduler-worker': service('scheduler-worker'),
  publisher: service('publisher'),
  vault: service('vault'),
  migrate: {
    part: 'packages/database',
    command: ['node', 'dist/migrate/main.js', 'household', 'vault'],
    door: 'dist/index.js',
    serves: false,
  },
}
