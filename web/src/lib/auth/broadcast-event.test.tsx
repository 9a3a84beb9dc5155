import { platformClient } from "../platform.ts";
import { waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { giveSessionCookie } from "../../testing/sessions.ts";
import { broadcastEvent } from "./broadcast-event.ts";

mockPlatform();

// Undocumented behaviour of the installed client; this test detects an update that changes it.
test.each(["PASSWORD_RECOVERY", "USER_UPDATED"] as const)(
  "a broadcast %s reaches the client's listeners",
  async (event) => {
    giveSessionCookie();
    const { auth } = platformClient();
    const { data: before } = await auth.getSession();
    const listener = vi.fn<(event: string, email: string | undefined) => void>();
    const { data } = auth.onAuthStateChange((name, session) => listener(name, session?.user.email));
    broadcastEvent(event, before.session);
    await waitFor(() => expect(listener).toHaveBeenCalledWith(event, "anna@lind.example"));
    data.subscription.unsubscribe();
  },
);
