import t from 'tap'
import { judgePassword } from '../src/judge-password.ts'
import { passwordError } from '../src/password-error.ts'

const alex = { email: 'alex.petit@family.example', names: ['Alex', 'Robin'] }
/** As its thread judges it; to start one for each takes longer. */
const judge = (text: string, { email, names }: typeof alex) => judgePassword({ text, email, names })
const phrase = 'kettle moss quarry lantern '

t.test('a password alone has 15 to 1,024 characters, and is hard to guess', async t => {
  for (const [password, trouble] of [
    ['', 'short'],
    ['vrqxLtPbnZwkMf', 'short'],
    ['vrqxLtPbnZwkMfj', undefined],
    // An emoji is one character, though two of JavaScript.
    ['vrqxLtPbnZwk🌃', 'short'],
    ['vrqxLtPbnZwkM🌃', 'short'],
    ['vrqxLtPbnZwkMf🌃', undefined],
    // Composed, as it is hashed: a letter and its accent are one.
    ['vrqxLtPbnZwkMe\u0301', 'short'],
    ['vrqxLtPbnZwkMve\u0301', undefined],
    ['ﬁqxLtPbnZwkMf', 'short'],
    ['ﬁqxLtPbnZwkMfj', undefined],
    [phrase.repeat(40).slice(0, 1024), undefined],
    [phrase.repeat(40).slice(0, 1025), 'long'],
    // Counted before it is composed, this has 1,025.
    [`${phrase.repeat(40).slice(0, 1023)}e\u0301`, undefined],
    ['ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ', 'common'],
    ['alexpetit-alexpetit', 'personal'],
  ] as const)
    t.equal(await passwordError(password, alex), trouble, password.slice(0, 40))
})

t.test('takes any characters, and asks for no kinds of them', async t => {
  for (const password of [
    'kettle moss quarry',
    'une tasse de thé vert',
    'bleu lundi canard',
    'krumme Gurken tanzen',
    'siete pulpos en bici',
    'my dog eats old shoes',
    '   vrqx Lt PbnZ   ',
    'ночь приходит тихо',
    '夜は静かに来て朝はとても早く起きる',
    'zq8#vT2!mk9@Lp4',
  ])
    t.equal(judge(password, alex), 'hard', password)
})

t.test('refuses what many people have', async t => {
  for (const password of [
    // One character, or few of them, again and again.
    'aaaaaaaaaaaaaaa',
    'ééééééééééééééé',
    '111111111111111',
    'abcabcabcabcabc',
    'a1a1a1a1a1a1a1a1',
    // In a row, of the alphabet or of a keyboard.
    '123456789012345',
    'abcdefghijklmnop',
    '987654321987654',
    'qwertyuiopasdfgh',
    'azertyuiopqsdfgh',
    '1q2w3e4r5t6y7u8i',
    // A common password: again, with digits, in capitals, with signs for letters.
    'passwordpassword',
    'PasswordPassword1',
    'p@ssw0rdp@ssw0rd',
    'password1234567',
    'password20261126',
    'sunshine2024!!!',
    'motdepasse12345',
    'motdepassemotdepasse',
    'jetaimejetaime1',
    'geburtstag20261',
    'despertador2026',
    'football football',
    'iloveyouverymuch',
    // What many people know by heart, however it is written.
    'correct horse battery staple',
    'Correct-Horse-Battery-Staple!',
    'to be or not to be',
    'Let me in, please!',
    'Être ou ne pas être',
    'sur le pont d’Avignon',
    'la vie est belle',
    'Sein oder nicht sein',
    'Weißt du, wie viel Sternlein stehen?',
    'En un lugar de la Mancha',
    '¡Que la fuerza te acompañe!',
    // As long as it likes.
    'password'.repeat(100),
    'a1'.repeat(512),
  ])
    t.equal(judge(password, alex), 'common', password.slice(0, 40))
})

t.test('refuses what is easy for someone who knows the person and the product', async t => {
  const zoe = { email: 'zoe.quimper@family.example', names: ['Ze\u0301bulon', 'Robin'] }
  for (const password of [
    'zoe.quimper@family.example',
    'ZOE.QUIMPER@family.example',
    'zoe.quimper@family.example1',
    'zoe.quimper-11!',
    'zoequimper-1107',
    'quimper20262026',
    'zébulon20262026',
    'Zébulon 2026!!!',
    'zebulon-robin-1',
    // Without its accent.
    'zebulon de la lune',
    'nightroutine-vq',
    'nightroutine2026',
    'Night Routine!!',
    'night-routine-1',
  ])
    t.equal(judge(password, zoe), 'personal', password)
  for (const [password, trouble] of [
    ['zoe.quimper-11!', 'hard'],
    ['zoequimper-1107', 'hard'],
    ['quimper20262026', 'common'],
    ['zébulon20262026', 'common'],
  ] as const)
    t.equal(judge(password, alex), trouble, `${password} of another person`)
  t.equal(judge('nightroutine-vq', { ...alex, email: '' }), 'personal')
})

t.test('a word of the person is only a part of a password that is long enough', async t => {
  for (const password of [
    'nightroutine helps us a lot',
    'alex hates plums and figs',
    'alex.petit@family.example kettle moss quarry',
  ])
    t.equal(judge(password, alex), 'hard', password)
})
