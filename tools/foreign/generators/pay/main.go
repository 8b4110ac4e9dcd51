// Pays from a wallet by the client of oapi-codegen: an intent, the sign-in, a code from the test inbox, its check, the charge.
package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"time"

	"paygate"
)

const (
	questions = 120
	pause     = 250 * time.Millisecond
)

var (
	phoneNumber    = os.Getenv("PAYGATE_PHONE_NUMBER")
	password       = os.Getenv("PAYGATE_PASSWORD")
	secretKey      = os.Getenv("PAYGATE_SECRET_KEY")
	publishableKey = os.Getenv("PAYGATE_PUBLISHABLE_KEY")
	ctx            = context.Background()
)

func must[T any](value T, err error) T {
	if err != nil {
		fail("%v", err)
	}
	return value
}

func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}

// good returns an answer that the document describes for success.
func good[T any](answer *T, body []byte) *T {
	if answer == nil {
		fail("refused: %s", body)
	}
	return answer
}

func client(key, token, otpToken string) *paygate.ClientWithResponses {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(must(os.ReadFile(os.Getenv("PAYGATE_CA"))))
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
	return must(paygate.NewClientWithResponses(
		os.Getenv("PAYGATE_URL"),
		paygate.WithHTTPClient(&http.Client{Transport: transport, Timeout: 30 * time.Second}),
		paygate.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("x-api-key", key)
			request.Header.Set("authorization", "Bearer "+token)
			if otpToken != "" {
				request.Header.Set("x-otp-token", otpToken)
			}
			return nil
		}),
	))
}

func main() {
	server, page := client(secretKey, secretKey, ""), client(publishableKey, publishableKey, "")
	key, description := rand.Text(), "Order"
	metadata := map[string]any{"orderId": "1001"}
	created := must(server.CreateIntentWithResponse(ctx, &paygate.CreateIntentParams{IdempotencyKey: &key}, paygate.CreateIntentRequest{
		Amount: "500", Currency: paygate.CreateIntentRequestCurrencyXAF, Description: &description, Metadata: &metadata,
	}))
	intent := good(created.JSON201, created.Body)
	signedIn := must(page.SignInWithResponse(ctx, nil, paygate.SignInRequest{PhoneNumber: phoneNumber, Password: password}))
	customer := good(signedIn.JSON200, signedIn.Body)
	known := map[string]bool{}
	for _, message := range inbox(server) {
		known[message.Id] = true
	}
	sent := must(page.InitOtpWithResponse(ctx, nil, paygate.InitOtpRequest{
		Channel: "sms", UserId: &customer.Id, IntentionId: &intent.Id,
	}))
	challenge := good(sent.JSON202, sent.Body)
	code := until("code", func() *string {
		for _, message := range inbox(server) {
			if !known[message.Id] && message.Code != nil {
				return message.Code
			}
		}
		return nil
	})
	verified := must(page.VerifyOtpWithResponse(ctx, nil, paygate.VerifyOtpRequest{
		Otp: *code, UserId: &customer.Id, OtpId: &challenge.OtpId, IntentionId: &intent.Id,
	}))
	authorization := good(verified.JSON200, verified.Body)
	paying := client(publishableKey, customer.Token, authorization.Token)
	charged := must(paying.ChargeWithResponse(ctx, nil, paygate.ChargeRequest{IntentionId: intent.Id}))
	good(charged.JSON202, charged.Body)
	found := until("completed payment", func() *paygate.PaymentIntent {
		read := must(server.GetIntentWithResponse(ctx, intent.Id, nil))
		found := good(read.JSON200, read.Body)
		if found.Status != paygate.PaymentIntentStatusCOMPLETED {
			return nil
		}
		return found
	})
	if found.Metadata["orderId"] != "1001" {
		fail("not as it was ordered: %+v", found)
	}
	fmt.Println("paid from a wallet")
}

func inbox(server *paygate.ClientWithResponses) []paygate.TestMessage {
	read := must(server.ReadTestInboxWithResponse(ctx, nil))
	return good(read.JSON200, read.Body).Data
}

// until asks for a value until it is there.
func until[T any](what string, value func() *T) *T {
	for range questions {
		if found := value(); found != nil {
			return found
		}
		time.Sleep(pause)
	}
	fail("no %s", what)
	return nil
}
