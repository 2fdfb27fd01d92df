// What the type checker does not see: names that nobody uses or that shadow others, comparisons that guess, what is forgotten.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["puur/web/**/static/**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "prefer-const": "error",
      "no-var": "error",
      "no-shadow": "error",
      "no-implicit-globals": "error",
      "no-else-return": "error",
      "object-shorthand": "error",
      "max-lines": ["error", 300],
    },
  },
  {
    files: ["puur/web/**/static/**/sw.js"],
    languageOptions: { globals: { ...globals.serviceworker, PUUR: "readonly" } },
  },
  {
    // Runs before the page is painted, in browsers of any age.
    files: ["puur/web/static/puur/js/early.js"],
    languageOptions: { sourceType: "script" },
    rules: { "no-var": "off", "object-shorthand": "off", "no-unused-vars": ["error", { caughtErrors: "none" }] },
  },
];
