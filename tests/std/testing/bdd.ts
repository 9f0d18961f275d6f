/** A local replacement for `@std/testing/bdd`: Deno's own node:test groups. @module */
export {
  after as afterAll,
  afterEach,
  before as beforeAll,
  beforeEach,
  describe,
  it,
} from "node:test";
