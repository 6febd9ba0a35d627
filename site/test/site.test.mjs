// The site as it was built, served under the path it was built for, in a headless Chromium.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { serve } from 'vitepress'
import { lastRelease, menu } from '../versions.mjs'
import { llms, root, sidebar, sources, target } from '../pages.mjs'

const BASE = (process.env.SITE_BASE || '/').replace(/^\/|\/$/g, '')
const PORT = 4183
const HOME = `http://localhost:${PORT}/${BASE}${BASE && '/'}`
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync']

let server, browser

function program() {
  const found = process.env.PATH.split(path.delimiter)
    .flatMap(folder => ['chromium', 'google-chrome'].map(name => path.join(folder, name)))
    .find(file => fs.existsSync(file))
  assert.ok(found, 'chromium must be on the PATH (Debian: apt-get install chromium)')
  return found
}

before(async () => {
  server = await serve({ root: path.join(root, 'site'), port: PORT, base: BASE })
  browser = await chromium.launch({ executablePath: program(), args: FLAGS })
})

after(async () => {
  await browser?.close()
  server?.server.close()
})

async function visit(t, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, colorScheme: 'light', ...options })
  const page = await context.newPage()
  const faults = []
  page.on('console', message => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', error => faults.push(error.message))
  page.on('request', request => /^(data|blob):/.test(request.url()) || request.url().startsWith(HOME) || faults.push(request.url()))
  t.after(async () => {
    await context.close()
    assert.deepEqual(faults, [])
  })
  await page.goto(HOME + url, { waitUntil: 'networkidle' })
  return page
}

async function firstFound(page, words) {
  await page.locator('.VPNavBarSearch button').first().click()
  await page.locator('#localsearch-input').fill(words)
  await page.locator('.VPLocalSearchBox .result').first().click()
  await page.waitForSelector('.vp-doc h1')
  return page.url()
}

for (const [words, where] of [
  ['redis down', 'failures#redis-is-down'],
  ['duplicate ids', 'failures#duplicate-ids'],
  ['testcontainers', 'testing#testcontainers'],
  ['kubernetes worker id', 'generators#node-ids'],
  ['mybatis-plus', 'integrations#mybatis-plus'],
  ['clock moved backwards', 'generators#the-clock-is-set-back'],
  ['javascript number precision', 'integrations#ids-as-text-in-json'],
  ['invoice number without gaps', 'gapless#invoice-numbers-without-a-gap'],
  ['order number per tenant', 'tenants#order-and-invoice-numbers-per-tenant'],
  ['fiscal year', 'fiscal-years#numbers-by-date-and-fiscal-year'],
  ['preview', 'imports#preview'],
  ['uuid v7', 'generators#types-snowflake-uuid-v7-tsid-and-others'],
  ['snowflake', 'generators#types-snowflake-uuid-v7-tsid-and-others'],
  ['postgres', 'databases#without-redis-postgresql-mysql-and-other-databases'],
  ['how fast', 'benchmarks#speed-how-fast-it-is'],
  ['production', 'checklist#production-checklist'],
  ['outbox', 'outbox#an-outbox-in-the-order-of-commits'],
  ['primary key big table', 'choosing#which-primary-key-for-a-big-table'],
  ['change scramble key later', 'failures#change-a-shared-setting'],
  ['how many instances', 'generators#how-many-instances'],
  ['what should my code do', 'failures#what-your-code-should-do'],
  ['every bucket is locked', 'runbook#every-bucket-is-locked'],
  ['gdpr', 'sizing#personal-data']
]) {
  test(`what users search for is found first: ${words}`, async t => {
    assert.equal(await firstFound(await visit(t, ''), words), HOME + where)
  })
}

for (const [words, where] of [
  ['分布式 ID', 'choosing'], ['发号器', 'migration'], ['全局唯一', 'guarantees'], ['趋势递增', 'choosing'], ['雪花算法', 'generators'],
  ['时钟回拨', 'generators'], ['机器号', 'generators'], ['号段', 'migration'], ['哨兵', 'redis'], ['分库分表', 'generators'],
  ['精度丢失', 'integrations'], ['故障转移', 'redis'], ['双写', 'migration'], ['灰度', 'migration'], ['不停机', 'migration'],
  ['ZooKeeper', 'migration'], ['双 buffer', 'migration'], ['半同步', 'databases'], ['DDL', 'databases']
]) {
  test(`what users search for in Chinese is found first: ${words}`, async t => {
    const url = decodeURI(await firstFound(await visit(t, 'zh/'), words))
    assert.ok(url.startsWith(`${HOME}zh/${where}#`), url)
  })
}

test('the language switch leads to the same page, there and back', async t => {
  const page = await visit(t, 'choosing')
  const choose = async name => {
    await page.locator('.VPNavBarTranslations button').hover()
    await page.locator('.VPNavBarTranslations a', { hasText: name }).click()
  }
  await choose('简体中文')
  await page.waitForURL('**/zh/choosing')
  await page.waitForSelector('html[lang=zh-CN]')
  await choose('English')
  await page.waitForURL(url => !url.pathname.includes('/zh/'))
  assert.ok(page.url().endsWith('/choosing'))
})

test('a page without a translation says so and is there in English', async t => {
  const page = await visit(t, 'zh/regions')
  assert.match(await page.textContent('.fallback'), /英文/)
  assert.equal(await page.locator('[lang=en] h1').count(), 1)
})

for (const [url, time] of [['', /12:34:56\.789/], ['zh/', /8 月 21 日/]]) {
  test(`the front page ${url} explains each part of an id`, async t => {
    const page = await visit(t, url)
    const parts = page.locator('.id-parts button')
    assert.deepEqual(await parts.locator('code').allTextContents(), ['210821123456789', 'ORDR', '12345678'])
    const said = new Set()
    for (let i = 0; i < 3; i++) {
      await parts.nth(2 - i).focus()
      said.add(await page.locator('.id-parts p:visible').textContent())
      await parts.nth(i).hover()
      assert.equal(await page.locator('.id-parts p:visible').getAttribute('id'), await parts.nth(i).getAttribute('aria-describedby'))
    }
    assert.equal(said.size, 3)
    assert.ok([...said].some(text => time.test(text)))
  })
}

test('the switch makes charts dark too', async t => {
  const page = await visit(t, '')
  const colour = () => page.locator('.chart text').first().evaluate(text => getComputedStyle(text).fill)
  const light = await colour()
  await page.locator('.VPNavBarAppearance button').click()
  assert.ok(await page.evaluate(() => document.documentElement.classList.contains('dark')))
  assert.notEqual(await colour(), light)
})

test('on a phone the menu lists the pages and nothing is wider than the screen', async t => {
  const page = await visit(t, 'generators', { viewport: { width: 390, height: 844 } })
  await page.locator('.VPLocalNav .menu').click()
  await page.waitForSelector('.VPSidebar.open')
  assert.equal(await page.locator('.VPSidebar.open a:visible').count(), sidebar('en').flatMap(group => group.items).length)
  for (const url of ['', 'zh/', 'generators', 'benchmarks', 'failures', 'zh/choosing']) {
    await page.goto(HOME + url)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, url)
  }
})

test('at 1200 the groups of pages and both switches are in the bar', async t => {
  for (const url of ['', 'redis']) {
    const page = await visit(t, url, { viewport: { width: 1200, height: 900 } })
    for (const { text } of sidebar('en')) assert.ok(await page.locator('.VPNavBarMenu', { hasText: text }).isVisible(), text)
    for (const part of ['.VPNavBarTranslations', '.VPNavBarAppearance']) assert.ok(await page.locator(part).isVisible(), part)
  }
})

test('no table is cut at 1200', async t => {
  const wider = page => page.evaluate(() => [...document.querySelectorAll('.vp-doc table')]
    .filter(it => it.scrollWidth > it.clientWidth + 1).map(it => it.tagName + it.textContent.slice(0, 60)))
  const page = await visit(t, '', { viewport: { width: 1200, height: 900 } })
  for (const url of ['generators', 'counters', 'fiscal-years', 'redis', 'failures', 'runbook', 'properties', 'benchmarks']) {
    await page.goto(HOME + url)
    assert.deepEqual(await wider(page), [], url)
  }
})

test('a property can be linked to', async t => {
  const page = await visit(t, 'properties#idgen-sequence-lease-ttl')
  assert.match(await page.locator('tr:target').textContent(), /idgen\.sequence\.lease-ttl/)
})

test('programs get a list of the pages, and each as Markdown', async t => {
  const page = await visit(t, '')
  const list = await (await page.request.get(HOME + 'llms.txt')).text()
  assert.equal(list, llms(BASE ? `/${BASE}/` : '/'))
  const links = [...list.matchAll(/]\(([^)]+)\): \S/g)].map(([, link]) => link)
  assert.equal(links.length, sidebar('en').flatMap(group => group.items).length)
  for (const link of links) {
    assert.match(await (await page.request.get(new URL(link, HOME).href)).text(), /^# /m, link)
  }
})

test('all links, anchors and files of all pages are there', async t => {
  const page = await visit(t, '')
  const read = new Map()
  for (const file of sources.keys()) {
    const url = HOME + file.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')
    const response = await page.request.get(url)
    assert.equal(response.status(), 200, url)
    read.set(url, await page.evaluate(html => {
      const parsed = new DOMParser().parseFromString(html, 'text/html')
      return {
        ids: [...parsed.querySelectorAll('[id]')].map(it => it.id),
        links: [...parsed.querySelectorAll('[href], [src]')].map(it => it.getAttribute('href') ?? it.getAttribute('src'))
      }
    }, await response.text()))
  }
  const dead = []
  const files = new Map()
  for (const [url, { links }] of read) {
    for (const link of links) {
      const to = new URL(link, url)
      if (!to.href.startsWith(HOME)) continue
      const bare = to.href.split('#')[0]
      const anchor = decodeURIComponent(to.hash.slice(1))
      if (read.has(bare)) {
        if (anchor && !read.get(bare).ids.includes(anchor)) dead.push(`${url}: ${link}`)
      } else {
        if (!files.has(bare)) files.set(bare, (await page.request.get(bare)).status())
        if (files.get(bare) !== 200) dead.push(`${url}: ${link}`)
      }
    }
  }
  assert.ok(read.size > 40)
  assert.deepEqual(dead, [])
})

for (const language of ['en', 'zh']) {
  test(`each page is in the sidebar: ${language}`, () => {
    const listed = sidebar(language).flatMap(group => group.items).map(item => item.link.slice(1))
    const pages = [...sources.keys()].filter(page => page.startsWith('zh/') === (language === 'zh') && !page.endsWith('index.md'))
    assert.deepEqual(listed.toSorted(), pages.toSorted())
  })
}

test('files of the repository are linked where its address is known', () => {
  const file = '../idgen-spring-boot-autoconfigure/pom.xml'
  assert.equal(target('redis.md', file, 'git.example.com/owner/idgen'),
    'https://git.example.com/owner/idgen/blob/main/idgen-spring-boot-autoconfigure/pom.xml')
  assert.equal(target('redis.md', file, ''), '')
  assert.throws(() => target('redis.md', 'gone.md'), /docs\/redis.md links to gone.md/)
})

test('the menu leads from the last release to the next version, and back', () => {
  assert.equal(lastRelease(['v0.9.0', 'v0.10.0', 'v0.2.11', 'v1.0.0-rc1', 'nightly', '']), 'v0.10.0')
  assert.equal(lastRelease(['']), undefined)
  assert.equal(menu(undefined, true), undefined)
  for (const [isNext, base] of [[false, '/idgen/'], [true, '/idgen/next/']]) {
    const leads = menu('0.10.0', isNext).items.map(({ link }) => new URL(base + link.slice(1), 'http://localhost').pathname)
    assert.deepEqual(leads, ['/idgen/', '/idgen/next/'])
  }
})

test('the lock file names no registry', () => {
  assert.doesNotMatch(fs.readFileSync(path.join(root, 'site/package-lock.json'), 'utf8'), /"resolved"/)
})
