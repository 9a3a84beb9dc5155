import { describe, expect, test } from "vitest";
import { readLinkTarget } from "./link-target.ts";

const site = "https://sheaf.example";
const flow = "0123456789abcdef0123456789abcdef";

describe("an emailed link's target", () => {
  test.each([
    [`${site}/auth/callback?next=%2Fr%2Fabc&sb_flow_id=${flow}`, { next: "/r/abc", flowId: flow }],
    [`${site}/auth/callback?sb_flow_id=${flow}`, { next: undefined, flowId: flow }],
    [`${site}/requests?filter=open&sb_flow_id=${flow}`, { next: "/requests?filter=open", flowId: flow }],
    [`${site}/`, { next: "/", flowId: undefined }],
  ])("is read from %s", (redirectTo, target) => {
    expect(readLinkTarget(redirectTo, site)).toEqual(target);
  });

  test.each([
    undefined,
    "",
    42,
    [`${site}/requests`, `${site}/inbox`],
    "/requests",
    "https://evil.example/auth/callback?next=/requests",
    "https://sheaf.example.evil.example/requests",
    "https://sheaf.example@evil.example/",
    "https://me@sheaf.example/requests",
    "http://sheaf.example/requests",
    "https://sheaf.example:8443/requests",
    "javascript:alert(1)",
    `${site}//evil.example`,
    `${site}/.//evil.example`,
    `${site}/auth/sign-out`,
    `${site}/auth/callback?next=//evil.example`,
    `${site}/auth/callback?next=/a&next=/b`,
    `${site}/auth/callback?next=/auth/confirm`,
    `${site}/auth/callback?sb_flow_id=short`,
    `${site}/auth/callback?sb_flow_id=${flow}&sb_flow_id=${flow}`,
    `${site}/auth/callback?sb_flow_id=../../../../etc/passwd`,
    `${site}/requests?${"a".repeat(5000)}`,
  ])("is unset for %j", (redirectTo) => {
    expect(readLinkTarget(redirectTo, site)).toEqual({ next: undefined, flowId: undefined });
  });
});
