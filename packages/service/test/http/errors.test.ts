import t from 'tap'
import { describeError, HttpError } from '../../src/index.ts'

function libraryError(details: object) {
  return Object.assign(new Error('insides'), details)
}

t.test('an HttpError keeps its status, message and field', async t => {
  const error = new HttpError(400, 'This night is too long ago.', { field: 'assignment_id' })
  t.same(describeError(error), {
    status: 400,
    text: 'This night is too long ago.',
    field: 'assignment_id',
    headers: {},
    code: undefined,
    facts: {},
  })
  t.match(describeError(new HttpError(503, 'Away.', { headers: { 'retry-after': '9' } })), {
    headers: { 'retry-after': '9' },
  })
})

t.test('any other error is a 500 without details', async t => {
  for (const error of [
    new Error('insides'),
    'insides',
    undefined,
    libraryError({ code: 'ECONNREFUSED' }),
    libraryError({ statusCode: 502 }),
    libraryError({ statusCode: 200 }),
  ]) {
    const { status, text } = describeError(error)
    t.equal(status, 500)
    t.notMatch(text, 'insides')
  }
})

t.test('a library’s 4xx keeps its status and gets our message', async t => {
  t.match(describeError(libraryError({ statusCode: 404 })), { status: 404, text: /nothing here/ })
  t.match(describeError(libraryError({ statusCode: 418 })), { status: 418, text: /not valid/ })
  t.match(
    describeError(libraryError({ statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' })),
    {
      status: 400,
      text: /media type/,
    },
  )
  t.match(describeError(libraryError({ statusCode: 503, code: 'FST_ERR_HANDLER_TIMEOUT' })), {
    status: 503,
    headers: { 'retry-after': '5' },
  })
})

t.test('a refused schema names its field, in our message', async t => {
  const cases = [
    [{ instancePath: '/id', message: 'must be integer' }, 'id', 'field-not-valid'],
    [{ instancePath: '/a/b', message: 'must be equal to constant' }, 'a.b', 'field-not-valid'],
    [
      {
        instancePath: '',
        params: { missingProperty: 'name' },
        message: "must have required property 'name'",
      },
      'name',
      'field-missing',
    ],
    [
      {
        instancePath: '/a',
        params: { additionalProperty: 'x' },
        message: 'must NOT have additional properties',
      },
      'a.x',
      'field-unknown',
    ],
    [{ instancePath: '', params: {}, message: 'must be object' }, undefined, 'not-valid'],
  ] as const
  for (const [violation, field, code] of cases) {
    const description = describeError(libraryError({ statusCode: 400, validation: [violation] }))
    t.equal(description.status, 400)
    t.equal(description.field, field)
    t.equal(description.code, code)
    t.notMatch(description.text, /must|\bid\b|\bname\b|constant|property/)
  }
})
