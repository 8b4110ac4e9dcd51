// Verifies the deliveries, and prints how many each library judged right.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stripe/stripe-go/v82/webhook"
	svix "github.com/svix/svix-webhooks/go"
)

type delivery struct {
	Scheme, Secret, Body string
	Headers              map[string]string
	IsGood               bool
}

func (d delivery) header() http.Header {
	header := http.Header{}
	for name, value := range d.Headers {
		header.Set(name, value)
	}
	return header
}

func ofStandard(d delivery) error {
	verifier, err := standardwebhooks.NewWebhook(d.Secret)
	if err != nil {
		return err
	}
	return verifier.Verify([]byte(d.Body), d.header())
}

func ofSvix(d delivery) error {
	verifier, err := svix.NewWebhook(d.Secret)
	if err != nil {
		return err
	}
	return verifier.Verify([]byte(d.Body), d.header())
}

func ofStripe(d delivery) error {
	return webhook.ValidatePayload([]byte(d.Body), d.Headers["service-signature"], d.Secret)
}

func main() {
	text, err := os.ReadFile("../deliveries.json")
	if err != nil {
		panic(err)
	}
	var deliveries []delivery
	if err := json.Unmarshal(text, &deliveries); err != nil {
		panic(err)
	}
	var counts []string
	for _, library := range []struct {
		name, scheme string
		verify       func(delivery) error
	}{{"standardwebhooks", "standard", ofStandard}, {"svix", "standard", ofSvix}, {"stripe", "stripe", ofStripe}} {
		right, own := 0, 0
		for _, d := range deliveries {
			if d.Scheme != library.scheme {
				continue
			}
			own++
			if (library.verify(d) == nil) == d.IsGood {
				right++
			}
		}
		counts = append(counts, fmt.Sprintf("%s %d of %d", library.name, right, own))
	}
	fmt.Println(strings.Join(counts, ", "))
}
